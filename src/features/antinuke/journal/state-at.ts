import { and, asc, desc, eq, gt, inArray, isNotNull, lt, lte, max, ne, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import { assembledState, everyKind } from './assembled-state.ts'
import { type ObjectKind, type ObjectName, type ObjectState, type ServerState } from './objects.ts'
import { stateFrom } from './object-state.ts'
import { flush } from './pending-work.ts'
import { journal } from './table.ts'
import type { Origin } from './write-state.ts'

type Reading = Pick<Services, 'db' | 'memory' | 'log'>

const { placeholder } = sql

/** One row with what it changed. */
export interface JournalChange extends ObjectName {
  /** Names the moment just after it; one less is the moment just before. */
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

/** Unix ms to the cursor of that moment: 0 when nothing had been recorded by then. */
export function cursorAt(services: Reading, guildId: string, unixMs: number): number {
  flush(services, guildId)
  const row = services.db
    .select({ id: max(journal.id) })
    .from(journal)
    .where(and(eq(journal.guildId, guildId), lte(journal.at, unixMs)))
    .get()
  return row?.id ?? 0
}

/** What a start asks of every server. */
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

/** The cursor of this moment. */
export function cursorNow(services: Reading, guildId: string): number {
  flush(services, guildId)
  return statements(services).newest.get({ guildId })?.id ?? 0
}

/** Whether {@link changesSince} has anything to tell. */
export function hasChangedSince(services: Reading, guildId: string, cursor: number): boolean {
  flush(services, guildId)
  return statements(services).anyChange.get({ guildId, cursor }) !== undefined
}

/** The last states of a kind up to a moment. */
const states = processState(({ db }: Pick<Services, 'db'>) =>
  db
    .select({ id: journal.objectId, state: journal.state })
    .from(journal)
    .where(
      inArray(
        journal.id,
        db
          .select({ id: max(journal.id) })
          .from(journal)
          .where(
            and(
              eq(journal.guildId, placeholder('guildId')),
              eq(journal.kind, placeholder('kind')),
              lte(journal.id, placeholder('cursor')),
            ),
          )
          .groupBy(journal.objectId),
      ),
    )
    .prepare(),
)

/**
 * The server as it was at a moment. What named a role that was gone by then does not name it, as Discord shows it.
 * @param kinds only these; members are the most by far
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

const asChange = (row: typeof journal.$inferSelect, before: string | null): JournalChange => ({
  cursor: row.id,
  at: row.at,
  // Only kinds of the list are written.
  kind: row.kind as ObjectKind,
  id: row.objectId,
  before: before === null ? null : stateFrom(before),
  after: row.state === null ? null : stateFrom(row.state),
  actorId: row.actorId,
  entryId: row.entryId,
  origin: row.origin,
})

/** What an object was just before a row of it. */
const before = processState(({ db }: Pick<Services, 'db'>) =>
  db
    .select({ state: journal.state })
    .from(journal)
    .where(
      and(
        eq(journal.guildId, placeholder('guildId')),
        eq(journal.kind, placeholder('kind')),
        eq(journal.objectId, placeholder('objectId')),
        lt(journal.id, placeholder('id')),
      ),
    )
    .orderBy(desc(journal.id))
    .limit(1)
    .prepare(),
)

/**
 * What changed after a moment, oldest first, with who did it as far as it is known. What was merely seen for the first
 * time is no change.
 * @param most rows; the next ones follow the cursor of the last
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
  const known = new Map<string, string | null>()
  return rows.map(row => {
    const name = `${row.kind} ${row.objectId}`
    const was = known.has(name) ? known.get(name) : before(services).get(row)?.state
    known.set(name, row.state)
    return asChange(row, was ?? null)
  })
}

/** The same to the end, however much changed: moving one role of 250 changes them all. */
export function allChangesSince(services: Reading, guildId: string, cursor: number): JournalChange[] {
  const all: JournalChange[] = []
  for (let after: number | undefined = cursor; after !== undefined; ) {
    const next = changesSince(services, guildId, after)
    // More than a call takes as arguments.
    for (const change of next) all.push(change)
    after = next.at(-1)?.cursor
  }
  return all
}

/** An object as it is known last: undefined when nothing is, null when it is gone. */
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

/** The ids of all objects of a kind that are there, as far as it is known. */
export const presentIds = (services: Pick<Services, 'db' | 'memory'>, guildId: string, kind: ObjectKind): string[] =>
  present(services)
    .all({ guildId, kind })
    .map(({ id }) => id)
