import { ChannelType, Routes } from 'discord.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOutage } from '#kit/discord-errors.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { inAnyOrder } from './lanes.ts'

let app: Harness
beforeAll(async () => {
  app = await createHarness({ features: [] })
})
afterAll(() => app.close())

/** Discord does what it is asked, and its next `count` answers to such requests are lost. */
const loseAnswers = (route: string, count = 1) => {
  app.sandbox.context.conditions.failNext = { count, status: 502, route, done: true }
}
const rest = () => app.product.services.client.rest
const called = (name: string) =>
  [...app.sandbox.context.world.channels.values()].filter(({ channel }) => channel.name === name)

test('a message whose answer was lost is sent again and appears once', async () => {
  const channel = app.channel('general')
  loseAnswers('POST /channels', 2)
  const said = await rest().post(Routes.channelMessages(channel), { body: { content: 'once' } })
  expect(said).toMatchObject({ content: 'once' })
  expect(app.messages(channel).filter(({ content }) => content === 'once')).toHaveLength(1)
  const files = [{ name: 'one.txt', data: Buffer.from('one') }]
  loseAnswers('POST /channels', 2)
  await rest().post(Routes.channelMessages(channel), { body: { content: 'with a file' }, files })
  expect(app.messages(channel).filter(({ content }) => content === 'with a file')).toHaveLength(1)
})

test('a message that is sent twice on purpose appears twice', async () => {
  const channel = app.channel('general')
  for (let n = 0; n < 2; n += 1) await rest().post(Routes.channelMessages(channel), { body: { content: 'again' } })
  expect(app.messages(channel).filter(({ content }) => content === 'again')).toHaveLength(2)
})

test.each([
  ['in order', <T>(work: () => T) => work()],
  ['in any order', inAnyOrder],
])('a creation whose answer was lost is not repeated, and its caller gets an error: %s', async (order, within) => {
  const name = `once-${order.replaceAll(' ', '-')}`
  loseAnswers('POST /guilds')
  const body = { name, type: ChannelType.GuildText }
  const outcome = await within(() => rest().post(Routes.guildChannels(app.guildId), { body })).catch(
    (error: unknown) => error,
  )
  expect(isOutage(outcome)).toBe(true)
  expect(called(name)).toHaveLength(1)
})

test('a request that has the same effect however often it is made is sent again', async () => {
  app.sandbox.context.conditions.failNext = { count: 2, status: 503, route: 'PATCH /channels' }
  const channel = app.channel('general')
  await rest().patch(Routes.channel(channel), { body: { topic: 'After all' } })
  expect(app.sandbox.context.world.channels.get(channel)?.channel).toMatchObject({ topic: 'After all' })
})
