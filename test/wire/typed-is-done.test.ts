import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import greetings from '#features/greetings/contract.ts'
import { greetingsOf } from '../greetings.ts'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'

/** What is typed is done, or asked about; no part of it becomes a reason, name or text if something else was meant. */
let app: Harness
let ahead = 0
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + ahead })
  const owner = await app.signIn('owner')
  await owner.call('PATCH', `/api/guild/${app.guildId}/modules/greetings`, { enabled: true })
})
afterAll(() => app.close())

async function ask(text: string): Promise<string> {
  ahead += 61_000
  return textOf(await app.answerTo(await app.as('owner').say(app.channel('general'), text)))
}
const mention = (login: string) => `<@${app.as(login).userId}>`
/** Somebody whose name is not an ordinary word. */
const otherName = () =>
  [...app.sandbox.context.world.accounts.values()].find(
    ({ login, user }) => login?.startsWith('member') && /[._]/.test(user.username),
  )?.user.username ?? 'unknown'

describe('one too many, by name', () => {
  test.each(['@NAME spam', 'NAME spam', 'NAME, spam', 'NAME', '@nosuchperson spam'])(
    'a warning whose reason begins “%s” is asked about',
    async typed => {
      const reason = typed.replace('NAME', otherName())
      expect(await ask(`.warn ${mention('member2')} ${reason}`)).toContain('is one too many')
      expect(await ask(`.timeout ${mention('member2')} 10m reason: ${reason}`)).toContain('for 10 minutes')
    },
  )

  test('a channel after another one is asked about, and a word that is also a channel’s name is a reason', async () => {
    expect(await ask('.lock #general #woodwork')).toContain('is one too many')
    expect(await ask('.lock #general woodwork is next')).toContain('Reason: woodwork is next')
    await ask('.unlock #general')
  })

  test.each(['spam', 'raid', 'scam links', 'Spam, and rude'])(
    '“%s” is a reason, though somebody is called so',
    async reason => {
      const guests = greetingsOf(app)
      for (const name of ['spam', 'raid', 'scam']) {
        const known = [...app.sandbox.context.world.accounts.values()].some(({ user }) => user.username === name)
        if (!known) guests.join(guests.stranger(name))
      }
      expect(await ask(`.warn ${mention('member2')} ${reason}`)).toContain(`Reason: ${reason}`)
      expect(await ask(`.warn ${mention('member2')} @spam`)).toContain('is one too many')
    },
  )

  test.each(['@everyone ping', '@here ping', 'told somebody to leave', 'asked @NAME for money'])(
    '“%s” is a reason',
    async typed => {
      const reason = typed.replace('NAME', otherName())
      expect(await ask(`.timeout ${mention('member2')} 10m ${reason}`)).toContain('for 10 minutes')
    },
  )
})

describe('orders and words that look like one', () => {
  test.each(['off please', 'clear it', 'Remove this', 'reset please!'])(
    'a nickname “%s” is asked about',
    async typed => {
      expect(await ask(`.nick ${mention('member4')} ${typed}`)).toContain('sounds like an order. `.nick reset`')
      expect(await ask(`.nick ${mention('member4')} "${typed}"`)).toContain('is now called')
    },
  )

  test.each(['One', 'Done', 'Nine', 'Tone'])('a title “%s” is accepted', async title => {
    await ask(`.welcome title ${title}`)
    expect(JSON.stringify(app.product.services.settings.read(app.guildId, greetings))).toContain(`"${title}"`)
  })
})

describe('a length of time', () => {
  test.each([
    ['1h30', '1 hour 30 minutes'],
    ['an hour', '1 hour'],
    ['half an hour', '30 minutes'],
    ['half hour for spam', '30 minutes'],
    ['two days for spam', '2 days'],
    ['1 hour and 30 minutes spam', '1 hour 30 minutes'],
    ['for an hour', '1 hour'],
  ])('%s lasts %s', async (typed, lasts) => {
    expect(await ask(`.timeout ${mention('member5')} ${typed}`)).toContain(`for ${lasts}.`)
  })

  test.each([
    ['1:30', '1h30m or 1m30s'],
    ['1M spam', '1m for minutes or 1mo for months'],
    ['1 hour 30 for spam', 'Is “1 hour 30” how long it lasts'],
    ['one day he will learn', 'duration:1day'],
    ['a second account', 'duration:1second'],
    ['half day of spam', 'duration:0.5day'],
    ['spam 1 hour 30 minutes', 'duration:1hour30minutes'],
    ['spam an hour', 'duration:1hour'],
  ])('%s is asked about', async (typed, told) => {
    for (const command of ['timeout', 'ban'])
      expect(await ask(`.${command} ${mention('member6')} ${typed}`)).toContain(told)
  })

  test('a frequency is not taken for a duration', async () => {
    expect(await ask(`.ban ${mention('member7')} posts it five times a day`)).toContain('for good')
  })
})

describe('a word that promises an option', () => {
  test('.tempban shows its arguments', async () => {
    const told = await ask(`.tempban ${mention('member6')} spam`)
    expect(told).toContain('.tempban @mara 7d del-1d spam')
    expect(told).not.toContain('.tempban @mara spam')
    expect(told).not.toContain('when left out')
  })

  test('.delwarn asks for the member, and shows no example without a number', async () => {
    const told = await ask('.delwarn 5')
    expect(told).toContain('Missing: number. Name the member first')
    expect(told).toContain('.delwarn @mara 12')
    expect(told.split('\n')).not.toContain('.delwarn @mara')
  })
})

test.each(['warn', 'kick', 'softban'])('a duration alone is no reason to %s somebody', async command => {
  const told = await ask(`.${command} ${mention('member2')} 1h 30m`)
  expect(told).toContain('“1h 30m” is a length of time')
  expect(told).toContain('`.timeout`')
  expect(told).toContain('Nothing was changed.')
  for (const reason of ['for 1 week', '2 days.', '(1h)'])
    expect(await ask(`.${command} ${mention('member2')} ${reason}`)).toContain('is a length of time')
})

test.each([
  ['.unlock #general in 10 minutes', 'is a length of time'],
  ['.untimeout @MEMBER in 10 minutes', 'is a length of time'],
  ['.unban kestrel 2d', 'is a length of time'],
  ['.vmute @MEMBER 10m', 'is a length of time'],
  ['.disconnect @MEMBER in 5 minutes', 'is a length of time'],
  ['.kick @MEMBER tomorrow', 'says when, and this is done at once'],
  ['.kick @MEMBER on Monday.', 'says when'],
  ['.kick @MEMBER from voice', '`.disconnect` does'],
  ['.softban @MEMBER delete 1d', 'a softban deletes the messages of 7 days'],
  ['.softban @MEMBER spam and delete the last 5 messages', 'a softban deletes the messages of 7 days'],
  ['.ban @MEMBER until 2027', 'is no length of time. Write duration:7d'],
  ['.lock until tomorrow', 'is no length of time'],
  ['.note @MEMBER delete', '`.case delete` voids a note'],
  ['.antinuke panic in 10 minutes', 'says when, and this is done at once'],
])('%s does nothing, as that is no reason', async (line, told) => {
  expect(await ask(line.replace('@MEMBER', mention('member3')))).toContain(told)
})

test.each(['until he says sorry', 'from voice: shouting', 'later than agreed', 'Friday’s raid'])(
  '“%s” is a reason',
  async reason => {
    expect(await ask(`.warn ${mention('member3')} ${reason}`)).toContain(`Reason: ${reason}`)
  },
)

test('a softban has a reason with a number in it', async () => {
  for (const reason of ['delete 2fa codes', 'and delete his 2 links', 'told us to delete 3 channels'])
    expect(await ask(`.softban ${mention('member4')} ${reason}`)).toContain(`Reason: ${reason}`)
})

test('a reason may be a number, begin with a duration, or be one in quotes or by name; so may the name of a counter', async () => {
  for (const reason of ['2', '1h of spam', '"1h"', 'reason: 1h'])
    expect(await ask(`.warn ${mention('member8')} ${reason}`)).toContain('was warned')
  expect(await ask('.counter members add')).toContain('“add” sounds like an order')
  expect(await ask('.counter list')).not.toContain('add')
  expect(await ask('.counter members "add"')).toContain('counts from now on')
})

test('a number may have commas where people write them', async () => {
  const owner = await app.signIn('owner')
  await owner.call('PATCH', `/api/guild/${app.guildId}/modules/leveling`, { enabled: true })
  expect(await ask(`.xp give ${mention('member5')} 1,000`)).toContain('is now at level')
  expect(await ask(`.xp give ${mention('member5')} 1,0`)).toContain('must be a whole number')
})
