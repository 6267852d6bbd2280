import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { contract, field } from '#contract'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import { feature } from '../feature.ts'

const received: string[] = []
const early = contract('early', {
  title: 'Early',
  settings: z.object({ enabled: field.toggle('On').default(true) }),
})
const features = [
  feature(early, {
    switch: 'enabled',
    packets: {
      GUILD_CREATE: (services, guildId, { name }) =>
        void received.push(`guild ${name}, ${services.client.guilds.cache.has(guildId) ? 'known' : 'unknown'}`),
      CHANNEL_CREATE(services, _guildId, { id, name }) {
        received.push(`channel ${name}, ${services.client.channels.cache.has(id) ? 'known' : 'unknown'}`)
        if (name === 'throw') throw new Error('a bug in early')
      },
      GUILD_SCHEDULED_EVENT_CREATE: (_services, _guildId, { name }) => void received.push(`event ${name}`),
    },
  }),
]

let harness: Harness
beforeAll(async () => {
  harness = await createHarness({ features })
})
afterAll(() => harness.close())

const create = (name: string) => harness.as('owner').rest('POST', `/guilds/${harness.guildId}/channels`, { name })
const hearing = (what: string) => until(`hearing "${what}"`, () => received.includes(what))

test('features receive a packet before discord.js handles it, also for a new guild', async () => {
  expect(received.filter(line => /^guild .+, (?:unknown|known)$/.test(line))).not.toEqual([])
  await create('loom')
  await hearing('channel loom, unknown')
})

test('a bug is logged with its origin, and the packets after it arrive', async () => {
  await create('throw')
  await create('after')
  await hearing('channel after, unknown')
  const line = harness.logged.find(each => each.includes('a bug in early')) ?? '{}'
  expect(JSON.parse(line)).toMatchObject({ feature: 'early', packet: 'CHANNEL_CREATE', guildId: harness.guildId })
})

test('a packet listener adds its intent', async () => {
  await harness.as('owner').rest('POST', `/guilds/${harness.guildId}/scheduled-events`, {
    name: 'Fair',
    privacy_level: 2,
    entity_type: 3,
    entity_metadata: { location: 'Hall' },
    scheduled_start_time: new Date(Date.now() + 3_600_000).toISOString(),
    scheduled_end_time: new Date(Date.now() + 7_200_000).toISOString(),
  })
  expect(await hearing('event Fair')).toBe(true)
})

test('a feature that is switched off receives no packets', async () => {
  const { settings } = harness.product.services
  settings.write(harness.guildId, early, { enabled: false }, { userId: null, via: 'test' })
  await create('quiet')
  await until('the library to know it', () =>
    harness.product.services.client.channels.cache.some(channel => 'name' in channel && channel.name === 'quiet'),
  )
  settings.write(harness.guildId, early, { enabled: true }, { userId: null, via: 'test' })
  await create('loud')
  await hearing('channel loud, unknown')
  expect(received.some(line => line.includes('quiet'))).toBe(false)
})
