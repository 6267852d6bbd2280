import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import type { Visitor } from '#test/visitor.ts'
import { recordCase } from './case-store.ts'
import type { CaseKind } from '../contract.ts'

const dayMs = 86_400_000
let harness: Harness
let owner: Visitor
const now = Date.UTC(2026, 9, 25, 0, 30)

beforeAll(async () => {
  harness = await createHarness({ now: () => now })
  owner = await harness.signIn('owner')
})
afterAll(() => harness.close())

test('cases are counted by day and kind, without notes, mistakes and older cases', async () => {
  const { services } = harness.product
  const record = (kind: CaseKind, createdAt: number) =>
    recordCase(services, { guildId: harness.guildId, kind, source: 'person', moderator: null, createdAt }).number
  const midnight = Date.UTC(2026, 9, 25)
  const [, mistake] = [record('warn', midnight), record('warn', midnight + 1)]
  record('timeout', midnight - 1)
  for (const kind of ['kick', 'softban', 'ban', 'note', 'unban'] as const) record(kind, midnight - 2 * dayMs)
  record('ban', midnight - 7 * dayMs)
  await owner.call('DELETE', `/api/guild/${harness.guildId}/moderation/cases/${mistake}`)
  const none = { warned: 0, timedOut: 0, removed: 0 }
  const { status, body } = await owner.call('GET', `/api/guild/${harness.guildId}/moderation/days?days=7`)
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      days: [
        none,
        none,
        none,
        none,
        { ...none, removed: 3 },
        { ...none, timedOut: 1 },
        { at: midnight, warned: 1, timedOut: 0, removed: 0 },
      ],
      latest: midnight,
    },
  })
})
