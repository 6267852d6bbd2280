import { and, asc, count, eq, lt, max, ne } from 'drizzle-orm'
import { type Services, state } from '#kernel/feature.ts'
import { isWithin } from '#kernel/storage/columns.ts'
import { readDesign } from '#kit/design.ts'
import { type Design, design as designSchema } from './design/contract.ts'
import { automations, runs } from './table.ts'

type Row = typeof automations.$inferSelect
type Db = Pick<Services, 'db'>
type Kept = Pick<Services, 'db' | 'memory'>
type Place = Pick<Row, 'guildId' | 'id'>

/** A stored automation, its design read by the schema: fields that are new get their default. */
export type Stored = Omit<Row, 'design'> & { design: Design }

const read = (row: Row): Stored => ({ ...row, design: readDesign(designSchema, row.design, { name: 'Automation' }) })
const one = ({ guildId, id }: Place) => and(eq(automations.guildId, guildId), eq(automations.id, id))

/** A cache of the automations that may start, since every message asks for them. */
const runningCache = state((): { list: readonly Stored[] | undefined } => ({ list: undefined }))

/** The automations that are switched on and not paused, oldest first. */
export const runningOf = (services: Kept, guildId: string): readonly Stored[] =>
  (runningCache(services, guildId).list ??= automationsOf(services, guildId).filter(isRunning))

export const isRunning = ({ on, pausedAt }: Pick<Row, 'on' | 'pausedAt'>): boolean => on && pausedAt === null

/** Drops the cache, so that they are read again on next use. */
export function dropRunningCache(services: Pick<Services, 'memory'>, guildId: string): void {
  runningCache(services, guildId).list = undefined
}

/** The automations of a guild, oldest first. */
export const automationsOf = ({ db }: Db, guildId: string): Stored[] =>
  db
    .select()
    .from(automations)
    .where(eq(automations.guildId, guildId))
    .orderBy(asc(automations.createdAt), asc(automations.id))
    .all()
    .map(read)

export const countAutomations = ({ db }: Db, guildId: string): number =>
  db.select({ all: count() }).from(automations).where(eq(automations.guildId, guildId)).get()?.all ?? 0

export function automationOf({ db }: Db, guildId: string, id: string): Stored | undefined {
  const row = db.select().from(automations).where(one({ guildId, id })).get()
  return row && read(row)
}

export function insertAutomation(services: Kept, row: typeof automations.$inferInsert & { design: Design }): Stored {
  dropRunningCache(services, row.guildId)
  return read(services.db.insert(automations).values(row).returning().get())
}

/** @returns undefined if it has been deleted in the meantime */
export function changeAutomation(
  services: Kept,
  place: Place,
  change: Partial<Omit<Row, 'guildId' | 'id'>>,
): Stored | undefined {
  dropRunningCache(services, place.guildId)
  const row = services.db.update(automations).set(change).where(one(place)).returning().get()
  return row && read(row)
}

/**
 * Deletes an automation. Its runs end but still count, so that deleting and recreating it does not reset the hourly
 * limits.
 */
export function removeAutomation(services: Kept & Pick<Services, 'now'>, { guildId, id }: Place): void {
  dropRunningCache(services, guildId)
  services.db.delete(automations).where(one({ guildId, id })).run()
  services.db
    .update(runs)
    .set({ state: 'moot', why: 'It was deleted.', pending: null, endedAt: services.now() })
    .where(and(eq(runs.guildId, guildId), eq(runs.automationId, id), eq(runs.state, 'running')))
    .run()
}

const hourMs = 3_600_000

/** How often each automation ran in the last hour, and when its last run began. */
export function runsOf({ db, now }: Pick<Services, 'db' | 'now'>, guildId: string) {
  const ofEach = db
    .select({ id: runs.automationId, last: max(runs.startedAt) })
    .from(runs)
    .where(eq(runs.guildId, guildId))
    .groupBy(runs.automationId)
    .all()
  const lately = db
    .select({ id: runs.automationId, hour: count() })
    .from(runs)
    .where(and(eq(runs.guildId, guildId), isWithin(runs.startedAt, hourMs, now())))
    .groupBy(runs.automationId)
    .all()
  return new Map(ofEach.map(({ id, last }) => [id, { last, hour: lately.find(one => one.id === id)?.hour ?? 0 }]))
}

/** Runs that ended longer ago than this no longer affect any limit. */
const keptMs = 2 * 24 * hourMs

export function dropOldRuns({ db, now }: Pick<Services, 'db' | 'now'>): void {
  db.delete(runs)
    .where(and(ne(runs.state, 'running'), lt(runs.startedAt, now() - keptMs)))
    .run()
}
