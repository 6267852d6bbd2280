import { expect, test } from 'vitest'
import type { Database } from '../storage/database.ts'
import { settingsHistory } from '../storage/table.ts'
import { searchHistory } from './history-search.ts'
import { databasePerTest } from '#test/database-per-test.ts'

let db: Database
databasePerTest(made => {
  db = made
})

const put = (texts: string[]) =>
  db.transaction(() => {
    for (const text of texts)
      db.insert(settingsHistory)
        .values({
          guildId: '1',
          feature: 'general',
          userId: null,
          via: 'dashboard',
          at: 1,
          changes: { text: ['', text] },
        })
        .run()
  })
const search = (text: string, ids: string[] = []) => searchHistory(db, '1', undefined, { text, ids, settings: [] })

test('finds a text in any case, with special characters taken literally', async () => {
  put(['Hello there', 'a "quoted" word', '100 %', 'Hello again'])
  expect(await search('hELLO')).toEqual([4, 1])
  expect(await search('"quoted"')).toEqual([2])
  expect(await search('%')).toEqual([3])
  expect(await search('_')).toEqual([])
  expect(await search('nothing', ['there'])).toEqual([1])
})

test('other work continues while megabytes are searched', async () => {
  put(Array.from({ length: 50 }, () => 'a'.repeat(100_000)))
  let turns = 0
  let over = false
  const neighbour = () => {
    turns++
    if (!over) setImmediate(neighbour)
  }
  setImmediate(neighbour)
  expect(await search(`${'a'.repeat(59)}b`, [`${'a'.repeat(17)}1`])).toEqual([])
  over = true
  expect(turns).toBeGreaterThanOrEqual(50)
})
