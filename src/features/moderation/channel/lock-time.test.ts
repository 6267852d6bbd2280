import type { APIOverwrite } from 'discord-api-types/v10'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import { findCases } from '../cases/case-search.ts'
import { channelLocks } from './table.ts'

let harness: Harness
let ahead = 0
beforeAll(async () => {
  harness = await createHarness({ now: () => Date.now() + ahead })
})
afterAll(() => harness.close())

const say = (login: string, channel: string, text: string) => harness.as(login).say(harness.channel(channel), text)
const answer = async (login: string, channel: string, text: string) =>
  textOf(await harness.answerTo(await say(login, channel, text)))
const lastCase = () => findCases(harness.product.services, harness.guildId, {}, { limit: 1 }).found[0]

const overwrites = (channel: string): APIOverwrite[] => {
  const held = harness.sandbox.context.world.channels.get(harness.channel(channel))?.channel
  const listed = held && 'permission_overwrites' in held ? (held.permission_overwrites ?? []) : []
  return listed.toSorted((a, b) => a.id.localeCompare(b.id))
}

const minutes = async (count: number) => {
  ahead += count * 60_000
  await harness.product.services.scheduler.tick()
}

test('a timed lock ends automatically, even after a restart, restores the channel exactly and is a case', async () => {
  const room = harness.channel('woodwork')
  const before = overwrites('woodwork')
  expect(await answer('admin', 'general', '.lock #woodwork 10m dust')).toMatch(
    /^Locked <#\d+> for 10 minutes\. Case #\d+\. It opens again <t:\d+:R>\./,
  )
  await expect(say('member6', 'woodwork', 'let me in')).rejects.toThrow('50013')
  await minutes(9)
  expect(overwrites('woodwork')).not.toEqual(before)
  await harness.restart()
  await minutes(2)
  expect(overwrites('woodwork')).toEqual(before)
  expect(lastCase()).toMatchObject({ kind: 'unlock', source: 'timer', channelId: room })
  await say('member6', 'woodwork', 'back again')
  expect(await answer('admin', 'woodwork', '.unlock')).toContain('is not locked')
})

test('used again, a lock gets another end; unlocking or deleting the channel cancels its timer', async () => {
  const before = overwrites('woodwork')
  expect(await answer('admin', 'woodwork', '.lock')).toMatch(/^Locked <#\d+>\. Case/)
  expect(await answer('admin', 'woodwork', '.lock 1.5h')).toMatch(/stays locked and opens <t:\d+:R>\. Case #\d+/)
  expect(await answer('admin', 'woodwork', '.unlock')).toMatch(/^Unlocked/)
  expect(await answer('admin', 'woodwork', '.lock')).toMatch(/^Locked/)
  await minutes(100)
  expect(overwrites('woodwork')).not.toEqual(before)
  expect(await answer('admin', 'woodwork', '.unlock')).toMatch(/^Unlocked/)
  expect(overwrites('woodwork')).toEqual(before)

  const { id } = await harness
    .as('owner')
    .rest<{ id: string }>('POST', `/guilds/${harness.guildId}/channels`, { name: 'short-lived', type: 0 })
  await until('the channel to be known', () => harness.product.services.client.channels.cache.has(id))
  expect(await answer('admin', 'general', '.lock #short-lived 10m')).toMatch(/^Locked/)
  await harness.product.close()
  await harness.as('owner').rest('DELETE', `/channels/${id}`)
  await harness.restart()
  await minutes(11)
  const { db } = harness.product.services
  expect(db.select().from(channelLocks).all()).toEqual([])
})
