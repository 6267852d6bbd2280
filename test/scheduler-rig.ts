import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { z } from 'zod'
import { contract } from '#contract'
import type { Scheduler } from '#kernel/declarations/schedule.ts'
import { type Feature, feature, job, type Services } from '#kernel/feature.ts'
import { createScheduler } from '#kernel/scheduler/scheduler.ts'
import type { Database } from '#kernel/storage/database.ts'
import { closeDatabase, openDatabase } from '#kernel/storage/open.ts'
import { jobs } from '#kernel/storage/table.ts'
import { writeMigratedDatabase } from './migrated-database.ts'
import { scratch } from './scratch.ts'

const log = pino({ level: 'silent' })

/** Schedulers on one database, with one kind of job and a clock that tests set. */
export interface SchedulerRig {
  clock: number
  db: Database
  /** The notes of the jobs that ran. */
  ran: string[]
  /** Jobs that were given up. */
  lost: string[]
  /** Runs before each note. */
  obstacle: ((note: string, attempt: number) => unknown) | undefined
  open(features?: Feature[], graceMs?: number): Scheduler
  stored(): (typeof jobs.$inferSelect)[]
  close(): Promise<void>
}

let current: SchedulerRig | undefined

export const note = job({
  payload: z.string(),
  async run(_services, text, { attempt }) {
    await current?.obstacle?.(text, attempt)
    current?.ran.push(text)
  },
})
export const reminders = feature(contract('reminders', { title: 'Reminders' }), { jobs: { note } })

export const at = (time: number, payload = 'a', more: { key?: string; guildId?: string } = {}) => ({
  at: time,
  payload,
  ...more,
})
export const every = (everyMs: number, payload = 'tick') => ({ everyMs, payload, key: 'k' })

export function createSchedulerRig(): SchedulerRig {
  const dataDir = mkdtempSync(join(scratch, 'palisade-'))
  writeMigratedDatabase(dataDir)
  const db = openDatabase({ dataDir, log })
  const schedulers: Scheduler[] = []
  const rig: SchedulerRig = {
    clock: 1_000_000,
    db,
    ran: [],
    lost: [],
    obstacle: undefined,
    open(features = [reminders], graceMs = 60_000) {
      // The jobs in these tests use only the list of features from the services.
      const services = { features } as unknown as Services
      const scheduler = createScheduler({
        db,
        log,
        now: () => rig.clock,
        services: () => services,
        kernelJobs: {},
        gaveUp: ({ job: name }, _job, payload) => void rig.lost.push(`${name} ${String(payload)}`),
        graceMs,
      })
      schedulers.push(scheduler)
      return scheduler
    },
    stored: () => db.select().from(jobs).all(),
    async close() {
      for (const scheduler of schedulers) await scheduler.stop()
      closeDatabase(db)
      rmSync(dataDir, { recursive: true })
    },
  }
  current = rig
  return rig
}
