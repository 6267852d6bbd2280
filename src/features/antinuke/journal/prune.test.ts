import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { journalLimits, pruneJournal } from './prune.ts'
import { stateAt } from './state-at.ts'
import { journal } from './table.ts'

const dayMs = 86_400_000
let app: Harness
beforeAll(async () => {
  app = await createHarness()
})
afterAll(() => app.close())

const services = () => app.product.services
function put(guildId: string, objectId: string, daysAgo: number, name: string | null): number {
  const state = name === null ? null : JSON.stringify({ name })
  const at = services().now() - daysAgo * dayMs
  const row = { guildId, at, kind: 'role', objectId, state, origin: 'gateway' as const }
  return services().db.insert(journal).values(row).returning({ id: journal.id }).get().id
}
const rows = (guildId: string) => services().db.select().from(journal).where(eq(journal.guildId, guildId)).all().length
const rolesAt = (guildId: string, cursor: number) =>
  [...stateAt(services(), guildId, cursor).role].map(([id, { name }]) => `${id} ${String(name)}`).toSorted()

test('every moment of the last thirty days stays as it was, and older ones go', async () => {
  put('1', '10', 90, 'long ago')
  put('1', '10', 60, 'before')
  put('1', '11', 60, 'gone before')
  put('1', '12', 50, 'untouched for long')
  put('1', '11', 40, null)
  const oldest = put('1', '13', 31, 'new then')
  const middle = put('1', '10', 20, 'changed')
  const newest = put('1', '13', 1, null)
  const moments = [oldest, middle, newest]
  const then = moments.map(cursor => rolesAt('1', cursor))
  put('2', '10', 90, 'of another server')
  expect(await pruneJournal(services(), '1')).toBe(3)
  expect(moments.map(cursor => rolesAt('1', cursor))).toEqual(then)
  expect(rows('1')).toBe(5)
  expect(rows('2')).toBe(1)
  expect(await pruneJournal(services(), '1')).toBe(0)
})

test('a server that changes all the time keeps a limited number of rows', async () => {
  services().db.transaction(() => {
    put('3', '20', 2, 'the only one')
    for (let count = 0; count < 300; count++) put('3', String(count % 3), 1, `n${count}`)
  })
  await pruneJournal(services(), '3', { ...journalLimits, rows: 100 })
  // The last state of each of the four before that, too.
  expect(rows('3')).toBe(104)
  expect(rolesAt('3', Number.MAX_SAFE_INTEGER)).toContain('20 the only one')
})
