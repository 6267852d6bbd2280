// @module-tag long
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import automod from '#features/automod/contract.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import type { Visitor } from '#test/visitor.ts'
import { historyLimits } from '#kernel/settings/prune-history.ts'

/**
 * An administrator of one server saves and reads megabytes; only small parts are read at a time, whatever is requested.
 */
let app: Harness
let owner: Visitor
const saves = 95
const oneRowBytes = 120_000
beforeAll(async () => {
  app = await createHarness()
  owner = await app.signIn('owner')
  const { settings } = app.product.services
  for (let save = 0; save < saves; save++) {
    const words = Array.from({ length: 200 }, (_, place) => ({
      pattern: `${save} ${place} ${'x'.repeat(200)}`,
      kind: 'word' as const,
      action: null,
    }))
    settings.write(app.guildId, automod, { words }, { userId: app.as('owner').userId, via: 'dashboard' })
  }
})
afterAll(() => app.close())

const at = (path: string) => `/api/guild/${app.guildId}/${path}`
interface Page {
  total: number
  revisions: { id: number; changes: { difference: { added: string[]; removed: string[]; more: number } }[] }[]
}
const page = async (query: string) => (await owner.call('GET', at(`history?${query}`))).body as Page

/** How many bytes of stored changes are read while `work` runs: in total, and at most without giving others a turn. */
async function readDuring(work: () => Promise<unknown>): Promise<{ all: number; atOnce: number }> {
  const parse = JSON.parse
  const read = { all: 0, atOnce: 0 }
  let turn = 0
  const spy = vi.spyOn(JSON, 'parse').mockImplementation((text: string, reviver) => {
    if (text.startsWith('{"words":[[')) {
      read.all += text.length
      turn += text.length
      read.atOnce = Math.max(read.atOnce, turn)
    }
    return parse(text, reviver) as unknown
  })
  const over = new AbortController()
  const neighbour = async () => {
    while (!over.signal.aborted) {
      turn = 0
      await nextTurn()
    }
  }
  const watching = neighbour()
  try {
    await work()
  } finally {
    over.abort()
    await watching
    spy.mockRestore()
  }
  return read
}

test('the stored history stays near its limit while it is written', () => {
  const { db } = app.product.services
  const { bytes } = db.get<{ bytes: number }>(
    sql`SELECT sum(octet_length(changes)) AS bytes FROM settings_history WHERE guild_id = ${app.guildId}`,
  )
  expect(bytes).toBeGreaterThan(historyLimits.bytes / 2)
  expect(bytes).toBeLessThan(historyLimits.bytes * 1.1 + oneRowBytes)
})

test('pages that are requested all at once are read one after another, in small parts, and hold a limited number of bytes', async () => {
  const pages: Page[] = []
  const { all, atOnce } = await readDuring(async () => {
    pages.push(...(await Promise.all(Array.from({ length: 5 }, () => page('limit=100')))))
  })
  expect(pages.every(({ revisions }) => revisions.length > 0)).toBe(true)
  expect(all).toBeLessThanOrEqual(5 * (1_000_000 + oneRowBytes))
  expect(atOnce).toBeLessThanOrEqual(2 * oneRowBytes)
})

test('pages with fewer entries than requested still lead to the oldest one', async () => {
  const { total } = await page('limit=1')
  const ids: number[] = []
  while (ids.length < total) {
    const before = ids.length === 0 ? '' : `&before=${ids.at(-1)}`
    const { revisions } = await page(`limit=100${before}`)
    expect(revisions.length).toBeGreaterThan(0)
    ids.push(...revisions.map(({ id }) => id))
  }
  expect(new Set(ids).size).toBe(total)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
})

test('a page lists a limited number of characters of its lists, and counts the rest', async () => {
  const { revisions } = await page('limit=100')
  const differences = revisions.flatMap(({ changes }) => changes.map(({ difference }) => difference))
  const listed = differences.flatMap(({ added, removed }) => [...added, ...removed])
  expect(listed.join('').length).toBeLessThanOrEqual(100_000)
  for (const { added, removed, more } of differences) expect(added.length + removed.length + more).toBe(400)
})

test('undoing the oldest change, and saving against the oldest revision, reads only the fields concerned', async () => {
  const { total } = await page('limit=1')
  const {
    revisions: [newest],
  } = await page('limit=1')
  const oldest = (newest?.id ?? 0) - total + 1
  const undoing = await readDuring(() => owner.call('GET', at(`history/${oldest}/restore`)))
  expect(undoing.all).toBeGreaterThan(0)
  expect(undoing.all).toBeLessThanOrEqual(2 * oneRowBytes)
  const saving = await readDuring(() =>
    owner.call('POST', at('basic'), { automodUpdate: true, revision: 0, max_lines: 7 }),
  )
  expect(saving.all).toBeLessThanOrEqual(2 * oneRowBytes)
})

test('the file contains every stored change, read in small parts', async () => {
  const { total } = await page('limit=1')
  let file: unknown
  const { atOnce } = await readDuring(async () => {
    file = (await owner.call('GET', at('history/export?format=json'))).body
  })
  expect((file as { changes: unknown[] }).changes).toHaveLength(total)
  expect(atOnce).toBeLessThanOrEqual(2 * oneRowBytes)
})
