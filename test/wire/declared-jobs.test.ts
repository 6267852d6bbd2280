import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { features } from '#features/index.ts'
import { jobs } from '#kernel/storage/table.ts'
import { createHarness, type Harness } from '../harness.ts'

let app: Harness
beforeAll(async () => {
  app = await createHarness()
})
afterAll(() => app.close())

/** Every job that runs once says what is lost if it is given up, since that is reported. */
test('every job either repeats, or says what is lost when it is given up', () => {
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

/** Looks at the statements that a job prepares, so nothing in this server has to be old. */
test('every job that repeats and deletes something says so, as the clock may be ahead', async () => {
  const { services } = app.product
  const prepared = vi.spyOn(services.db.$client, 'prepare')
  onTestFinished(() => prepared.mockRestore())
  const silent: string[] = []
  for (const { feature, job: name, everyMs, guildId } of services.db.select().from(jobs).all()) {
    const job = features.find(({ contract }) => contract.name === feature)?.parts.jobs?.[name]
    if (everyMs === null || !job || job.deletesOld) continue
    prepared.mockClear()
    await job.run(services, undefined, { attempt: 1, guildId })
    if (prepared.mock.calls.some(([sql]) => /^\s*delete\s/i.test(sql))) silent.push(`${feature} ${name}`)
  }
  expect(silent).toEqual([])
})
