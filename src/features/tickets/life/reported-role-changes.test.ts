import { expect, test } from 'vitest'
import { createMemory } from '#kernel/feature.ts'
import type { TicketContext } from './duties.ts'
import { noteReportedRoles, unreportedRoles } from './reported-role-changes.ts'

test('an event explains as many entries of the audit log as it reported changes, for a minute', () => {
  let now = 1_000_000
  const ctx = { memory: createMemory(), guild: { id: '1' }, now: () => now } as unknown as TicketContext
  noteReportedRoles(ctx, '2', ['3', '4'])
  noteReportedRoles(ctx, '2', ['3'])
  expect(unreportedRoles(ctx, '2', ['3', '5'])).toEqual(['5'])
  expect(unreportedRoles(ctx, '2', ['3', '4'])).toEqual([])
  // Each was reported once for every time it has been explained.
  expect(unreportedRoles(ctx, '2', ['3', '4'])).toEqual(['3', '4'])
  noteReportedRoles(ctx, '2', ['3'])
  now += 60_001
  expect(unreportedRoles(ctx, '2', ['3'])).toEqual(['3'])
})
