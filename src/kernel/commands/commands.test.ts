import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { createProbeFeature } from '#test/probe-feature.ts'
import { until } from '#test/until.ts'

let harness: Harness
let general: string
const heard: string[] = []
beforeAll(async () => {
  harness = await createHarness({ features: [createProbeFeature(heard)] })
  general = harness.channel('general')
})
afterAll(() => harness.close())
beforeEach(() => heard.splice(0))

/** What the bot answers to a typed message. */
async function ask(login: string, content: string, channelId = general) {
  return harness.answerTo(await harness.as(login).say(channelId, content))
}
const answer = async (login: string, content: string) => textOf(await ask(login, content))

/** The bot's messages between a message and the answer to a later one, none of which was expected. */
async function unasked(after: { id: string }): Promise<string[]> {
  const control = await harness.as('owner').say(general, '.echo control')
  await harness.answerTo(control)
  return harness
    .messages(general)
    .filter(
      ({ id, author }) =>
        author.id === harness.botId && BigInt(id) > BigInt(after.id) && BigInt(id) < BigInt(control.id),
    )
    .map(textOf)
}

test('a command answers as a reply that pings nobody, whatever it repeats', async () => {
  const asked = await harness.as('owner').say(general, `.echo hi @everyone <@${harness.as('member1').userId}>`)
  const replied = await harness.answerTo(asked)
  expect(replied.message_reference?.message_id).toBe(asked.id)
  expect(replied.mention_everyone).toBe(false)
  expect(replied.mentions).toEqual([])
})

test('a mention of the bot always works as prefix, with the name in any case', async () => {
  expect(await answer('member1', `<@${harness.botId}> ECHO it works`)).toBe('it works')
})

test('a mention alone is answered with the prefix', async () => {
  expect(await answer('member1', `<@${harness.botId}>`)).toContain('My prefix here is `.`')
})

test('unknown commands, other bots and edited messages stay unanswered', async () => {
  const first = await harness.as('member1').say(general, '.nosuchthing')
  const plain = await harness.as('member1').say(general, 'hello')
  await harness.as('member1').rest('PATCH', `/channels/${general}/messages/${plain.id}`, { content: '.echo edited' })
  const { token } = [...harness.sandbox.context.world.applications.values()].find(({ name }) => name === 'Tally') ?? {}
  await fetch(`${harness.sandbox.api}/v10/channels/${general}/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bot ${token}`,
      'content-type': 'application/json',
      'user-agent': 'DiscordBot (test, 1)',
    },
    body: JSON.stringify({ content: '.echo from a bot' }),
  })
  expect(await unasked(first)).toEqual([])
})

test('a member is found by mention, id and exact name, even when not cached', async () => {
  const { userId } = harness.as('member5')
  for (const typed of [`<@${userId}>`, userId, 'saltmarsh', 'SALTMARSH', '"Salt Marsh"'])
    expect(await answer('member1', `.who ${typed}`)).toBe(`member=${userId}`)
})

test('a name that two members share is refused, naming both', async () => {
  const [one, two] = [harness.as('member6'), harness.as('member8')]
  for (const { userId } of [one, two])
    await harness.as('owner').rest('PATCH', `/guilds/${harness.guildId}/members/${userId}`, { nick: 'Twin' })
  const refusal = await answer('member1', '.who twin')
  expect(refusal).toContain(one.userId)
  expect(refusal).toContain(two.userId)
  expect(refusal).toContain('Use a mention or an ID.')
})

test('somebody who is not a member is not found, and the usage is shown', async () => {
  const refusal = await answer('member1', `.who ${harness.as('stranger').userId}`)
  expect(refusal).toContain('not a member of this server')
  expect(refusal).toContain('.who <member>')
})

test.each(['@', '""', '"  "', '"@ "', '99999999999999999999'])(
  '.who %s finds nobody and is answered with a refusal',
  async typed => {
    const refusal = await answer('member1', `.who ${typed}`)
    expect(refusal).toContain('not a member of this server')
    expect(refusal).toContain('.who <member>')
  },
)

test.each(['.who', '.pick', '.pick Moderator', '.wait well', '.pick Moderator #general fast 10x'])(
  'whatever %s is given, the refusal repeats it briefly and without effect',
  async start => {
    const effects = '@everyone<@1>[x](https://evil.example)\n# big\n'
    const hostile = `${start} "${effects.repeat(25)}" ${']('.repeat(100)}`
    const asked = await harness.as('member2').say(general, hostile)
    const told = await harness.answerTo(asked)
    expect(textOf(told)).not.toContain('Something went wrong')
    expect(textOf(told)).not.toMatch(/@everyone|<@1>|\]\(|^# /m)
    expect(textOf(told).length).toBeLessThan(700)
    expect(told.mentions).toEqual([])
  },
)

test('every kind of argument is read', async () => {
  const told = await answer('member1', `.pick Moderator #general FAST 1h 30m because  "I can"`)
  expect(told).toMatch(/^role=\d+ channel=\d+ mode=fast time=5400000 note=because {2}"I can"$/)
})

test('a channel of another server is not found', async () => {
  const { world } = harness.sandbox.context
  const foreign = [...world.channels.values()].find(
    ({ guildId, channel }) => guildId !== harness.guildId && channel.name === 'general',
  )
  expect(await answer('member1', `.pick Moderator <#${foreign?.channel.id}> fast`)).toContain('There is no channel')
})

test('a missing permission is named; the owner and managers pass', async () => {
  expect(await answer('member1', '.rule')).toBe('You need Manage Server and Ban Members for that.')
  expect(await answer('admin', '.rule')).toBe('ruled')
  expect(await answer('admin', '.throne')).toBe('Only the server owner may do this.')
  expect(await answer('owner', '.throne')).toBe('yes')
})

test('a cooldown starts after a successful use, for that member only', async () => {
  expect(await answer('member1', '.wait badly')).toBe('That ended badly.')
  expect(await answer('member1', '.wait')).toContain('Missing: outcome.')
  expect(await answer('member1', '.wait well')).toBe('done')
  expect(await answer('member1', '.wait well')).toContain('Please wait')
  expect(await answer('member2', '.wait well')).toBe('done')
})

test('a crash shows a reference that is in the log, and no internals', async () => {
  const told = await answer('member1', '.crash')
  const reference = /reference ([0-9a-f]+)/.exec(told)?.[1] ?? ''
  expect(reference).not.toBe('')
  expect(told).not.toContain('secret')
  expect(harness.logged.find(line => line.includes(reference))).toContain('the secret inside')
})

test('the answer is sent even when the message that asked was deleted', async () => {
  const replied = await ask('member1', '.gone')
  expect(replied.content).toBe('still here')
})

test('in a channel whose history the bot may not read, it answers without a reply reference', async () => {
  const channel = harness.channel('kiln-and-clay')
  await harness.as('owner').rest('PUT', `/channels/${channel}/permissions/${harness.botId}`, {
    type: 1,
    allow: '0',
    deny: String((1 << 16) | (1 << 14)),
  })
  const replied = await ask('member1', '.who nobody-at-all', channel)
  expect(replied.message_reference).toBeUndefined()
  expect(replied.embeds).toEqual([])
  expect(replied.content).toContain('There is no member')
})

test('features above receive a command first and may stop it; features below never receive it', async () => {
  await ask('member1', '.echo one')
  expect(heard).toContain('probe:.echo one')
  const stopped = await harness.as('member1').say(general, 'stop .echo two')
  expect(await unasked(stopped)).toEqual([])
})

test('a command of a module that is off is answered once, not every time', async () => {
  const { settings, features } = harness.product.services
  const [feature] = features
  if (!feature) throw new Error('no feature')
  settings.write(harness.guildId, feature.contract, { enabled: false }, { userId: null, via: 'test' })
  const first = await harness.as('member2').say(general, '.echo one')
  expect(textOf(await harness.answerTo(first))).toContain('Probe is switched off')
  const second = await harness.as('member2').say(general, '.echo two')
  settings.write(harness.guildId, feature.contract, { enabled: true }, { userId: null, via: 'test' })
  await until('the second to be heard', () => harness.sandbox.gateway.status().bots === 1)
  expect((await unasked(second)).filter(text => text.includes('switched off'))).toEqual([])
})

test('a changed prefix works at once', async () => {
  const [feature] = harness.product.services.features
  if (!feature) throw new Error('no feature')
  const author = { userId: null, via: 'test' }
  harness.product.services.settings.write(harness.guildId, feature.contract, { prefix: 'pal' }, author)
  expect(await answer('member1', 'Pal echo yes')).toBe('yes')
  harness.product.services.settings.write(harness.guildId, feature.contract, { prefix: '.' }, author)
  expect(await answer('member1', '.echo yes')).toBe('yes')
})
