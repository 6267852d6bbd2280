import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach } from 'vitest'
import { z } from 'zod'
import type { Plan, Services } from '#kernel/feature.ts'
import { createMemory } from '#kernel/declarations/state.ts'
import { advancePlan } from '#kernel/plans/advance.ts'
import { createPlans } from '#kernel/plans/plans.ts'
import type { Database } from '#kernel/storage/database.ts'
import { closeDatabase, openDatabase } from '#kernel/storage/open.ts'
import { writeMigratedDatabase } from './migrated-database.ts'
import { scratch } from './scratch.ts'

export const [home, elsewhere] = ['111111111111111111', '222222222222222222']
const log = pino({ level: 'silent' })

/** The folder of the current test's database; each test has its own. */
let dataDir: string
let db: Database
export const planDatabase = (): Database => db

/** Opens a database before each test of the file and removes it afterwards. */
export function usePlanDatabase(): void {
  beforeEach(() => {
    dataDir = mkdtempSync(join(scratch, 'palisade-'))
    writeMigratedDatabase(dataDir)
    db = openDatabase({ dataDir, log })
  })
  afterEach(() => {
    closeDatabase(db)
    rmSync(dataDir, { recursive: true })
  })
}

/** The services that plans use, on the test's database; `due` are the plans that a job would continue. */
export function processOf(declared: Record<string, Plan>) {
  const due: number[] = []
  const guild = (id: string) => ({ id, available: true })
  const services = {
    db,
    log,
    now: () => 5,
    memory: createMemory(),
    scheduler: { at: (_job: unknown, { payload }: { payload: { planId: number } }) => due.push(payload.planId) },
    live: { publish() {} },
    features: [{ contract: { name: 'probe' }, parts: { plans: declared } }],
    client: { isReady: () => true, guilds: { cache: new Map([home, elsewhere].map(id => [id, guild(id)])) } },
  } as unknown as Services
  const all = createPlans(() => services)
  const advance = (planId: number, attempt = 1) =>
    Promise.resolve(advancePlan.run(services, { planId }, { attempt, guildId: home }))
  /** Runs until nothing is due. */
  const finish = async () => {
    for (let id = due.shift(); id !== undefined; id = due.shift()) await advance(id)
  }
  return { all, services, advance, finish }
}

export const step = z.object({ n: z.number() })
export const input = z.object({ count: z.number() })
const pageSize = 3

/** Returns one page of up to three items. */
export function pageOf(count: number, cursor: string) {
  const from = Number(cursor)
  const numbers = Array.from({ length: Math.min(pageSize, count - from) }, (_, index) => from + index)
  const next = from + numbers.length
  return {
    steps: numbers.map(n => ({ n })),
    next: next < count ? String(next) : null,
    counts: { seen: numbers.length },
  }
}

export class Killed extends Error {}

/** Ends the process at the given points, counted across all processes. */
export function killer(moments: readonly number[]) {
  let moment = 0
  return () => {
    if (moments.includes(moment++)) throw new Killed()
  }
}
