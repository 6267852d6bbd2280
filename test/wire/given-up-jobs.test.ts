import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { jobs } from '#kernel/storage/table.ts'
import { createHarness, type Harness } from '../harness.ts'

/** Whatever is not done after all is told: every job that runs once says what that is. */
let app: Harness
beforeAll(async () => {
  app = await createHarness()
})
afterAll(() => app.close())

test('every job either repeats, or says what is not done when it is given up', () => {
  const rows = app.product.services.db.select().from(jobs).all()
  const repeats = new Set(rows.filter(({ everyMs }) => everyMs !== null).map(({ feature, job }) => `${feature} ${job}`))
  const silent = features.flatMap(({ contract, parts }) =>
    Object.entries(parts.jobs ?? {})
      .filter(([name, { promise }]) => promise === undefined && !repeats.has(`${contract.name} ${name}`))
      .map(([name]) => `${contract.name} ${name}`),
  )
  expect(silent).toEqual([])
  expect(repeats.size).toBeGreaterThan(5)
})
