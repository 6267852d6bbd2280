// @module-tag long
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import greetings from '#features/greetings/contract.ts'
import leveling from '#features/leveling/contract.ts'
import { features } from '#features/index.ts'
import { type Command, isGroup } from '#kernel/feature.ts'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'
import { until } from '../until.ts'

/** Words that sound like an order are never saved as a text, and durations are understood as people write them. */
let app: Harness
beforeAll(async () => {
  app = await createHarness()
  const owner = await app.signIn('owner')
  for (const module of ['leveling', 'greetings', 'counters'])
    await owner.call('PATCH', `/api/guild/${app.guildId}/modules/${module}`, { enabled: true })
})
afterAll(() => app.close())

const ask = async (text: string) => textOf(await app.answerTo(await app.as('owner').say(app.channel('general'), text)))
const mention = (login: string) => `<@${app.as(login).userId}>`
const settings = () => app.product.services.settings
const nickname = (login: string) =>
  app.sandbox.context.world.guilds.get(app.guildId)?.members.get(app.as(login).userId)?.nick ?? null

describe('a text that is stored as it is typed', () => {
  const texts = [
    ...['content', 'title', 'desc', 'footer', 'image', 'author'].flatMap(part => [
      ['welcome', part],
      ['farewell', part],
    ]),
    ['levelup', 'message'],
  ].map(words => `.${words.join(' ')}`)
  const stored = () => JSON.stringify([settings().read(app.guildId, greetings), settings().read(app.guildId, leveling)])

  test.each(
    texts.flatMap(start => ['off please', 'off.', 'clear', 'Remove', 'offf', 'disable'].map(end => `${start} ${end}`)),
  )('%s is asked about and not stored', async typed => {
    const before = stored()
    const told = await ask(typed)
    expect(told).toContain('off')
    expect(told).toContain('Nothing was changed.')
    expect(told).toContain('in quotes')
    expect(stored()).toBe(before)
  })

  test.each(texts.filter(text => !text.includes('image')))('%s keeps it in quotes', async start => {
    await ask(`${start} "off please"`)
    expect(stored()).toContain('off please')
    await ask(`${start} ${start.startsWith('.levelup') ? 'reset' : 'off'}`)
    expect(stored()).not.toContain('off please')
  })

  test.each(texts.filter(text => !text.includes('image')).flatMap(start => [`${start} "off"`, `${start} “Off”`]))(
    '%s means the word itself',
    async typed => {
      const word = typed.slice(-4, -1)
      await ask(typed)
      expect(stored()).toContain(`:"${word}"`)
      expect(settings().read(app.guildId, leveling).announce).not.toBe('never')
      await ask(typed.replace(/ ["“].*/, typed.startsWith('.levelup') ? ' reset' : ' off'))
      expect(stored()).not.toContain(`:"${word}"`)
    },
  )

  test('a slash command asks about orders, too, and takes them in quotes', async () => {
    const say = (text: string) => app.as('owner').slash(app.channel('general'), 'welcome content', { text })
    const told = (words: string) =>
      until(`the answer “${words}”`, () => app.shownTo('owner').find(one => textOf(one).includes(words)))
    await say('off please')
    await told('has to stand alone')
    expect(settings().read(app.guildId, greetings).welcome_content).not.toBe('off please')
    for (const [typed, kept] of [
      ['"off please"', 'off please'],
      ['"off"', 'off'],
      ['"Hello" they said', '"Hello" they said'],
      ['"Hello"', '"Hello"'],
      ['off', ''],
    ] as const) {
      await say(typed)
      await until(`${typed} to be saved`, () => settings().read(app.guildId, greetings).welcome_content === kept)
    }
  })

  test('a slash command asks about a reason that says what is to be deleted, unless that was chosen', async () => {
    const userId = app.as('member7').userId
    const banned = () => app.sandbox.context.world.guilds.get(app.guildId)?.bans.get(userId)?.reason
    const ban = (options: Record<string, string>) =>
      app.as('owner').slash(app.channel('general'), 'ban', { user: userId, ...options })
    const reason = 'spam and delete all messages'
    await ban({ reason })
    await until('the question', () =>
      app.shownTo('owner').find(one => textOf(one).includes('put the reason in quotes')),
    )
    expect(banned()).toBeUndefined()
    for (const options of [{ reason: `"${reason}"` }, { reason, delete: 'del-1d' }]) {
      await ban(options)
      await until('the ban', () => banned()?.startsWith(reason))
      await ask(`.unban ${userId}`)
    }
  })

  test('a misspelled word for the default text is asked about', async () => {
    expect(await ask('.levelup message rset')).toContain('Did you mean `reset`?')
    expect(await ask('.levelup message reset it all')).toContain('has to stand alone')
  })

  test('every text that is shown to members declares which words are orders', () => {
    const commands = features.flatMap(({ parts }) =>
      Object.entries(parts.commands ?? {}).flatMap(([name, definition]): [string, Command][] =>
        isGroup(definition)
          ? Object.entries(definition.subcommands).map(([word, sub]) => [`${name} ${word}`, sub])
          : [[name, definition]],
      ),
    )
    const open = commands.flatMap(([path, { options = {} }]) =>
      Object.values(options).some(({ kind, required, keywords }) => kind === 'rest' && required && !keywords)
        ? [path]
        : [],
    )
    // A reason is a record; the other texts are not stored.
    expect(open.toSorted()).toEqual(['automod test', 'automod whitelistremove', 'case reason', 'translate'])
  })
})

describe('a nickname', () => {
  test.each(['reset', 'Reset', 'off', 'none', 'clear', 'remove'])('%s is asked about', async word => {
    const before = nickname('member4')
    expect(await ask(`.nick ${mention('member4')} ${word}`)).toContain('nick reset')
    expect(nickname('member4')).toBe(before)
  })

  test('without a name nobody is renamed, and the answer says how to remove a nickname', async () => {
    expect(await ask(`.nick ${mention('member4')}`)).toContain('Missing: name. `.nick reset` removes a nickname.')
  })

  test('set and reset say what was done, and set says how to undo it', async () => {
    expect(await ask(`.nick ${mention('member4')} Off Duty`)).toMatch(/is now called \*\*Off Duty\*\*.+`\.nick reset`/)
    expect(nickname('member4')).toBe('Off Duty')
    expect(await ask(`.nick ${mention('member4')} "reset"`)).toContain('is now called **reset**')
    expect(await ask(`.nick reset ${mention('member4')}`)).toContain('no longer has a nickname')
    expect(nickname('member4')).toBe(null)
  })
})

describe('a duration', () => {
  const target = () => mention('member5')
  const unban = () => ask(`.unban ${app.as('member5').userId}`)

  test.each([
    ['1mo', '30 days'],
    ['2 months', '60 days'],
    ['1y', '365 days'],
    ['1 year', '365 days'],
    ['2 weeks', '2 weeks'],
    ['1 d', '1 day'],
  ])('a ban for %s lasts %s', async (typed, lasts) => {
    expect(await ask(`.ban ${target()} ${typed} spam`)).toContain(`was banned for ${lasts}.`)
    await unban()
  })

  test.each([
    ['2 weaks', 'Did you mean 2 weeks?'],
    ['3dayz', 'Did you mean 3 days?'],
    ['1 mounth', 'Did you mean 1 month?'],
    ['10', '10m for minutes, 10h for hours, 10d for days'],
    ['1mo', 'at most 28 days'],
  ])('a timeout for %s is refused with the nearest', async (typed, hint) => {
    expect(await ask(`.timeout ${mention('member6')} ${typed} spam`)).toContain(hint)
  })

  test.each(['3 day old account', '1y old scam account', '2 weeks ago he raided us', 'account age 1d'])(
    '“%s” bans nobody until it is said what is the reason',
    async typed => {
      expect(await ask(`.ban ${target()} ${typed}`)).toContain('or part of the reason?')
      expect(await ask(`.ban ${target()} "${typed}"`)).toContain('was banned for good.')
      await unban()
    },
  )
})
