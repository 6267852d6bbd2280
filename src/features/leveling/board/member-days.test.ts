import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ActivityDay } from '../earning/contract.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import type { Visitor } from '#test/visitor.ts'
import { connectVoice } from '#sandbox/world/voice.ts'
import { until } from '#test/until.ts'

let harness: Harness
let owner: Visitor
let general: string
let aheadMs = 0

beforeAll(async () => {
  harness = await createHarness({ now: () => Date.UTC(2026, 10, 29, 12) + aheadMs })
  owner = await harness.signIn('owner')
  general = harness.channel('general')
  await owner.call('POST', `/api/guild/${harness.guildId}/basic`, { statsUpdate: true, ranking: 'on' })
})
afterAll(() => harness.close())

const dayMs = 86_400_000
const at = (path: string) => `/api/guild/${harness.guildId}/progression/members/${path}`
const read = (visitor: Visitor, userId: string) => visitor.call('GET', at(`${userId}/activity`))
const daysOf = async (userId: string) => ((await read(owner, userId)).body as { days: ActivityDay[] }).days

test('messages and voice time are read day by day, without XP that was given or imported', async () => {
  const { userId, say } = harness.as('member1')
  await say(general, 'one')
  const written = await until('the message', async () => {
    const today = (await daysOf(userId)).at(-1)?.done
    return today?.messages === 1 ? today : undefined
  })
  expect(written.xp).toBeGreaterThanOrEqual(1)
  expect(written.xp).toBeLessThanOrEqual(20)
  expect((await owner.call('POST', at(userId), { action: 'give', amount: 5000 })).status).toBe(200)
  const file = { format: 'csv', mode: 'set', text: `user_id,xp,messages\n${userId},90000,700`, dry_run: false }
  const imported = await owner.call('POST', `/api/guild/${harness.guildId}/progression/import`, file)
  expect(imported).toMatchObject({ status: 200, body: { counts: { changed: 1 } } })
  expect((await daysOf(userId)).at(-1)?.done).toEqual(written)

  aheadMs += dayMs
  connectVoice(harness.sandbox.context, userId, harness.guildId, { channelId: harness.channel('Bench talk') })
  await harness.heard()
  aheadMs += 90_000
  const days = await daysOf(userId)
  expect(days).toHaveLength(30)
  expect(days.slice(-2).map(({ done }) => done)).toEqual([written, { xp: 0, messages: 0, voiceSeconds: 90 }])
  expect(days.slice(0, -2).every(({ done }) => done === null)).toBe(true)
  expect(days.at(-1)?.at).toBe(Date.UTC(2026, 10, 30))
})

test('an unknown member has quiet days, and only those who may view levels can read them', async () => {
  expect((await daysOf('100000000000000001')).at(-1)?.done).toEqual({ xp: 0, messages: 0, voiceSeconds: 0 })
  expect((await read(owner, 'nobody')).status).toBe(404)
  const member = await harness.signIn('member2')
  expect((await read(member, harness.as('member1').userId)).status).toBe(403)
})

test('a person who is forgotten leaves no day behind', async () => {
  const { userId } = harness.as('member1')
  const rows = () =>
    harness.product.services.db.$client
      .prepare('SELECT count(*) FROM leveling_days WHERE user_id = ?')
      .pluck()
      .get(userId)
  expect(rows()).toBe(2)
  await owner.call('POST', `/api/guild/${harness.guildId}/forget-user`, { userId })
  expect(rows()).toBe(0)
})
