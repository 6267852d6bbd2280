// @module-tag long
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { neverOver } from '#test/never-over.ts'
import { createProbeFeature } from '#test/probe-feature.ts'
import { until } from '#test/until.ts'
import { patienceMs } from './answer.ts'

let harness: Harness
let general: string
const wake = Promise.withResolvers<void>()
beforeAll(async () => {
  harness = await createHarness({ features: [createProbeFeature([], wake.promise)] })
  general = harness.channel('general')
  await until('the commands to be registered', () => puts().length > 0)
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => harness.close())

const puts = () =>
  harness.sandbox.requests().filter(({ method, path }) => method === 'PUT' && path.endsWith('/commands'))

/** The bot's next public answer to a slash command. */
async function slash(login: string, path: string, options?: Record<string, string | number>) {
  const known = new Set(harness.messages(general).map(({ id }) => id))
  await harness.as(login).slash(general, path, options)
  return until(`an answer to /${path}`, () =>
    harness
      .messages(general)
      .find(
        ({ id, author, content, embeds }) =>
          !known.has(id) && author.id === harness.botId && (content || embeds.length > 0),
      ),
  )
}

/** What the bot shows to the caller alone. */
async function whispered(login: string, act: () => Promise<void>, count = 1) {
  const before = harness.shownTo(login).length
  await act()
  return until(`something shown to ${login}`, () => {
    const shown = harness.shownTo(login).slice(before).map(textOf)
    return shown.length >= count && shown.every(Boolean) ? shown : undefined
  })
}

test('a slash command runs with the same definition', async () => {
  const { userId } = harness.as('member3')
  expect((await slash('member1', 'who', { member: userId })).content).toBe(`member=${userId}`)
})

test('arguments that Discord lets through are still validated', async () => {
  const role = [...(harness.sandbox.context.world.guilds.get(harness.guildId)?.roles.values() ?? [])].find(
    ({ name }) => name === 'Moderator',
  )
  const options = { role: role?.id ?? '', channel: general, mode: 'slow', time: '10' }
  const [told] = await whispered('member1', () => harness.as('member1').slash(general, 'pick', options))
  expect(told).toContain('Time needs a unit')
  expect(told).toContain('/pick <role> <channel> <fast|slow> [time] [note]')
})

test('a mistake and a crash are shown to the caller alone', async () => {
  expect(await whispered('member1', () => harness.as('member1').slash(general, 'wait', { outcome: 'badly' }))).toEqual([
    'That ended badly.',
  ])
  const [crash] = await whispered('member1', () => harness.as('member1').slash(general, 'crash'))
  expect(crash).toMatch(/^Something went wrong\. .* reference [0-9a-f]{8}\.$/)
})

/** Discord does what it is asked next about an interaction, and its answer is lost. */
function loseAnswer(): void {
  const route = 'POST /interactions/:interaction_id/:interaction_token/callback'
  harness.sandbox.context.conditions.failNext = { count: 1, status: 503, route, done: true }
}

const isThinking = ({ flags = 0 }: { flags?: number }) => (flags & (1 << 7)) !== 0

test('the kernel defers a slow command, and an answer for its caller alone is shown to nobody else', async () => {
  const thinking = () => harness.messages(general).filter(isThinking).length
  loseAnswer()
  await harness.as('member1').slash(general, 'slow', { says: 'before' })
  await until('its caller to see that it is worked on', () => harness.shownTo('member1').some(isThinking))
  expect(thinking()).toBe(0)
  await harness.as('member2').slash(general, 'slow', { says: 'after' })
  await harness.as('member3').slash(general, 'nap')
  await until('everybody to see that two are worked on', () => thinking() === 2)
  wake.resolve()
  await until('the answer', () => harness.messages(general).some(({ content }) => content === 'awake'))
  for (const login of ['member1', 'member2'])
    await until('both answers', () => {
      const told = harness.shownTo(login).map(textOf)
      return told.includes('at last') && told.includes('and more')
    })
  expect(thinking()).toBe(0)
  expect(harness.messages(general).map(textOf)).not.toContain('at last')
})

test('when Discord accepts an answer and its response is lost, the command continues', async () => {
  // Keeps answers from being deferred: a deferred one would have no first answer to lose.
  neverOver(patienceMs)
  const before = harness.logged.length
  const message = await slash('member1', 'button')
  const { userId } = harness.as('member3')
  /** Acts, loses the answer to the request that follows, and waits until it is sent again. */
  const lost = async (act: () => Promise<unknown>) => {
    const known = harness.sandbox.requests().length
    loseAnswer()
    await act()
    await until('it to be asked for again', () => {
      const asked = harness.sandbox.requests().slice(known)
      return asked.filter(({ path }) => path.includes('/callback')).length === 2
    })
  }
  await lost(async () => {
    expect((await slash('member1', 'who', { member: userId })).content).toBe(`member=${userId}`)
  })
  await lost(async () => {
    const wait = () => harness.as('member1').slash(general, 'wait', { outcome: 'badly' })
    expect(await whispered('member1', wait)).toEqual(['That ended badly.'])
  })
  const known = harness.messages(general).length
  await lost(() => harness.as('member2').press(message, 'probe:press:hello'))
  await until('what was pressed', () => harness.messages(general)[known]?.content === 'pressed hello')
  await lost(async () => {
    const press = () => harness.as('member2').press(message, 'probe:press:mistake')
    expect(await whispered('member2', press)).toEqual(['That was a mistake.'])
  })
  // After a restart, everything that the last one caused has ended.
  await harness.restart()
  expect(harness.logged.slice(before).filter(line => /could not be delivered|failed/.test(line))).toEqual([])
})

test('when Discord refuses an answer, the caller is shown that something went wrong', async () => {
  const route = 'POST /interactions/:interaction_id/:interaction_token/callback'
  harness.sandbox.context.conditions.failNext = { count: 1, status: 400, route }
  const options = { member: harness.as('member3').userId }
  const [told] = await whispered('member1', () => harness.as('member1').slash(general, 'who', options))
  expect(told).toMatch(/^Something went wrong\./)
})

test('a command is not offered to those who may not use it', async () => {
  await expect(harness.as('member1').slash(general, 'rule')).rejects.toThrow('no slash command /rule')
})

test('a button carries its data, across a restart too', async () => {
  const message = await slash('member1', 'button')
  await harness.restart()
  const known = harness.messages(general).length
  await harness.as('member2').press(message, 'probe:press:hello')
  const pressed = await until('an answer', () => harness.messages(general)[known])
  expect(pressed.content).toBe('pressed hello')
  const press = (word: string) => () => harness.as('member2').press(message, `probe:press:${word}`)
  expect(await whispered('member2', press('mistake'))).toEqual(['That was a mistake.'])
  expect((await whispered('member2', press('crash')))[0]).toContain('Something went wrong')
})

test('a control of a removed feature is refused in a sentence', async () => {
  const { client } = harness.product.services
  const channel = client.channels.cache.get(general)
  if (!channel?.isSendable()) throw new Error('no channel')
  const button = { type: 2 as const, style: 2 as const, label: 'old', custom_id: 'former:thing:1' }
  const { id } = await channel.send({ content: 'old', components: [{ type: 1, components: [button] }] })
  const message = harness.messages(general).find(each => each.id === id)
  if (!message) throw new Error('not sent')
  const [told] = await whispered('member3', () => harness.as('member3').press(message, 'former:thing:1'))
  expect(told).toContain('no longer works')
})

test('commands are registered once, not at every start', async () => {
  const before = puts().length
  await harness.restart()
  const gets = () =>
    harness.sandbox.requests().filter(({ method, path }) => method === 'GET' && path.endsWith('/commands')).length
  const asked = gets()
  await harness.restart()
  await until('the commands to be compared', () => gets() > asked)
  expect(puts()).toHaveLength(before)
})

test('slash commands refuse what typed ones refuse: @everyone, and channels that the caller cannot see', async () => {
  const role = harness.guildId
  const hidden = harness.channel('mod-log')
  const pick = (options: Record<string, string>) => () => harness.as('member1').slash(general, 'pick', options)
  const moderator = [...(harness.sandbox.context.world.guilds.get(harness.guildId)?.roles.values() ?? [])].find(
    ({ name }) => name === 'Moderator',
  )
  const [everyone] = await whispered('member1', pick({ role, channel: general, mode: 'fast' }))
  expect(everyone).toContain('so it cannot be chosen here')
  const [unseen] = await whispered('member1', pick({ role: moderator?.id ?? '', channel: hidden, mode: 'fast' }))
  expect(unseen).toContain('You cannot see that channel')
})

test.each([
  'probe:constructor:1',
  'probe:toString:',
  'probe:press:',
  'probe:press:%zz',
  'constructor:press:x',
  '::',
  'x',
])('a control with the id %s is refused in a sentence, and is no bug', async customId => {
  const { client } = harness.product.services
  const channel = client.channels.cache.get(general)
  if (!channel?.isSendable()) throw new Error('no channel')
  const button = { type: 2 as const, style: 2 as const, label: 'odd', custom_id: customId }
  const { id } = await channel.send({ content: 'odd', components: [{ type: 1, components: [button] }] })
  const message = harness.messages(general).find(each => each.id === id)
  if (!message) throw new Error('not sent')
  const [told] = await whispered('member3', () => harness.as('member3').press(message, customId))
  expect(told).toContain('no longer works')
})
