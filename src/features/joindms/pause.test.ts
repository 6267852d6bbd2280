import { expect, test } from 'vitest'
import { createMemory, type Database } from '#kernel/feature.ts'
import { databasePerTest } from '#test/database-per-test.ts'
import { mostClosedInRow, noteOutcome, pauseEverywhere, pauseOf } from './pause.ts'

let db: Database
databasePerTest(made => {
  db = made
})

test.each(['a server', 'all'])('a pause of %s begun by a clock that was ahead is over once it is right', whose => {
  const start = Date.now()
  let now = start + 30 * 86_400_000
  const services = { db, memory: createMemory(), now: () => now }
  if (whose === 'all') pauseEverywhere(services)
  else for (let member = 0; member < mostClosedInRow; member++) noteOutcome(services, '1', true)
  expect(pauseOf(services, '1')?.until).toBe(now + 3_600_000)
  now = start
  expect(pauseOf(services, '1')).toBeUndefined()
})
