import { and, asc, desc, eq, gt, inArray, isNotNull, lt, lte, max, min, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { processState, type Services } from '#kernel/feature.ts'
import { assembledState, everyKind } from './assembled-state.ts'
import { type ObjectKind, type ObjectName, type ObjectState, type ServerState } from './objects.ts'
import { stateFrom } from './object-state.ts'
import { flush } from './pending-work.ts'
import { journal } from './table.ts'
import type { Origin } from './write-state.ts'

type Reading = Pick<Services, 'db' | 'memory' | 'log'>

const { placeholder } = sql

/** One row of the journal, with what it changed. */
export interface JournalChange extends ObjectName {
  /** Identifies the moment just after this change; one less is the moment just before it. */
  cursor: number
  /** Unix ms. */
  at: number
  before: ObjectState | null
  after: ObjectState | null
  /** Null when nobody knows. */
  actorId: string | null
  entryId: string | null
  origin: Origin
}

/** Returns the cursor of a moment: 0 when nothing had been recorded by then. @param unixMs the moment */
export function cursorAt(services: Reading, guildId: string, unixMs: number): number {
  flush(services, guildId)
  const row = services.db
    .select({ id: max(journal.id) })
    .from(journal)
    .where(and(eq(journal.guildId, guildId), lte(journal.at, unixMs)))
    .get()
  return row?.id ?? 0
}

/** Prepared, as they run for every server at a start. */
const statements = processState(({ db }: Pick<Services, 'db'>) => {
  const isOwn = eq(journal.guildId, placeholder('guildId'))
  return {
    newest: db
      .select({ id: max(journal.id) })
      .from(journal)
      .where(isOwn)
      .prepare(),
    anyChange: db
      .select({ id: journal.id })
      .from(journal)
      .where(and(isOwn, gt(journal.id, placeholder('cursor')), ne(journal.origin, 'read')))
      .limit(1)
      .prepare(),
  }
})

/** Returns the cursor of this moment. */
export function cursorNow(services: Reading, guildId: string): number {
  flush(services, guildId)
  return statements(services).newest.get({ guildId })?.id ?? 0
}

/** Whether {@link changesSince} would return anything. */
export function hasChangedSince(services: Reading, guildId: string, cursor: number): boolean {
  flush(services, guildId)
  return statements(services).anyChange.get({ guildId, cursor }) !== undefined
}

/** One state of each object of a kind. @param row chooses among an object's rows @param within which rows count */
const stateOfEach = (db: Services['db'], row: SQL, within?: SQL) =>
  db
    .select({ id: journal.objectId, state: journal.state })
    .from(journal)
    .where(
      inArray(
        journal.id,
        db
          .select({ id: row })
          .from(journal)
          .where(and(eq(journal.guildId, placeholder('guildId')), eq(journal.kind, placeholder('kind')), within))
          .groupBy(journal.objectId),
      ),
    )
    .prepare()

/** The last states of all objects of a kind up to a moment. */
const states = processState(({ db }: Pick<Services, 'db'>) =>
  stateOfEach(db, sql`${max(journal.id)}`, lte(journal.id, placeholder('cursor'))),
)

/**
 * Returns the server as it was at a moment. Roles that were gone by then are left out of what named them, as Discord
 * shows it.
 * @param kinds only these; members are by far the most
 */
export function stateAt(
  services: Reading,
  guildId: string,
  cursor: number,
  kinds: readonly ObjectKind[] = everyKind,
): ServerState {
  flush(services, guildId)
  return assembledState(kinds, kind => states(services).all({ guildId, kind, cursor }))
}

/** The states at a moment of all objects of a kind, or their first ones since. */
const earlyStates = processState(({ db }: Pick<Services, 'db'>) => {
  const isBefore = sql`${journal.id} <= ${placeholder('cursor')}`
  return stateOfEach(db, sql`coalesce(max(CASE WHEN ${isBefore} THEN ${journal.id} END), min(${journal.id}))`)
})

/**
 * Returns how all objects of a kind were at a moment, by id. An object that was recorded later is as it was seen first,
 * and one that was gone is left out.
 */
export function statesAround(
  services: Reading,
  guildId: string,
  kind: ObjectKind,
  unixMs: number,
): ReadonlyMap<string, ObjectState> {
  const rows = earlyStates(services).all({ guildId, kind, cursor: cursorAt(services, guildId, unixMs) })
  return new Map(rows.flatMap(({ id, state }) => (state === null ? [] : [[id, stateFrom(state)]])))
}

const asChange = (row: typeof journal.$inferSelect, before: string | null): JournalChange => ({
  cursor: row.id,
  at: row.at,
  // Only kinds on the list are written.
  kind: row.kind as ObjectKind,
  id: row.objectId,
  before: before === null ? null : stateFrom(before),
  after: row.state === null ? null : stateFrom(row.state),
  actorId: row.actorId,
  entryId: row.entryId,
  origin: row.origin,
})

/** The states in which objects were just before their first change within a range of rows. */
const statesBefore = processState(({ db }: Pick<Services, 'db'>) => {
  const earlier = alias(journal, 'earlier')
  const first = db
    .select({ kind: journal.kind, objectId: journal.objectId, id: min(journal.id).as('first_id') })
    .from(journal)
    .where(
      and(
        eq(journal.guildId, placeholder('guildId')),
        gt(journal.id, placeholder('cursor')),
        lte(journal.id, placeholder('last')),
        ne(journal.origin, 'read'),
      ),
    )
    .groupBy(journal.kind, journal.objectId)
    .as('first')
  const before = db
    .select({ id: max(earlier.id) })
    .from(earlier)
    .where(
      and(
        eq(earlier.guildId, placeholder('guildId')),
        eq(earlier.kind, first.kind),
        eq(earlier.objectId, first.objectId),
        lt(earlier.id, first.id),
      ),
    )
  return db
    .select({ kind: journal.kind, objectId: journal.objectId, state: journal.state })
    .from(first)
    .innerJoin(journal, eq(journal.id, sql`(${before})`))
    .prepare()
})

/**
 * Returns what changed after a moment, oldest first, with the actors as far as they are known. Objects that were merely
 * seen for the first time are left out.
 * @param most the most rows; the next ones follow the cursor of the last
 */
export function changesSince(services: Reading, guildId: string, cursor: number, most = 10_000): JournalChange[] {
  flush(services, guildId)
  const rows = services.db
    .select()
    .from(journal)
    .where(and(eq(journal.guildId, guildId), gt(journal.id, cursor), ne(journal.origin, 'read')))
    .orderBy(asc(journal.id))
    .limit(most)
    .all()
  const last = rows.at(-1)?.id
  if (last === undefined) return []
  const nameOf = ({ kind, objectId }: Pick<typeof journal.$inferSelect, 'kind' | 'objectId'>) => `${kind} ${objectId}`
  const known = new Map(
    statesBefore(services)
      .all({ guildId, cursor, last })
      .map(one => [nameOf(one), one.state]),
  )
  return rows.map(row => {
    const name = nameOf(row)
    const was = known.get(name) ?? null
    known.set(name, row.state)
    return asChange(row, was)
  })
}

/** Returns all changes after a moment, however many there are: moving one role of 250 changes them all. */
export function allChangesSince(services: Reading, guildId: string, cursor: number): JournalChange[] {
  const all: JournalChange[] = []
  for (let after: number | undefined = cursor; after !== undefined; ) {
    const next = changesSince(services, guildId, after)
    // There may be more than a call accepts as arguments.
    for (const change of next) all.push(change)
    after = next.at(-1)?.cursor
  }
  return all
}

/** Returns the last known state of an object: undefined when nothing is known, null when it is gone. */
export function latest(
  services: Reading,
  guildId: string,
  kind: ObjectKind,
  id: string,
): ObjectState | null | undefined {
  flush(services, guildId)
  const row = services.db
    .select({ state: journal.state })
    .from(journal)
    .where(and(eq(journal.guildId, guildId), eq(journal.kind, kind), eq(journal.objectId, id)))
    .orderBy(desc(journal.id))
    .limit(1)
    .get()
  return row && (row.state === null ? null : stateFrom(row.state))
}

const present = processState(({ db }: Pick<Services, 'db'>) => {
  const lasts = db
    .select({ id: max(journal.id) })
    .from(journal)
    .where(and(eq(journal.guildId, placeholder('guildId')), eq(journal.kind, placeholder('kind'))))
    .groupBy(journal.objectId)
  return db
    .select({ id: journal.objectId })
    .from(journal)
    .where(and(inArray(journal.id, lasts), isNotNull(journal.state)))
    .prepare()
})

/** Returns the ids of all objects of a kind that exist, as far as is known. */
export const presentIds = (services: Pick<Services, 'db' | 'memory'>, guildId: string, kind: ObjectKind): string[] =>
  present(services)
    .all({ guildId, kind })
    .map(({ id }) => id)
