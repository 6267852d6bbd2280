import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import { renameId } from '#kernel/guilds/rename-id.ts'
import type { ObjectKind, ObjectName } from '../journal/objects.ts'
import { follow } from './first-ids.ts'
import { incidentsOf } from './store.ts'
import { recoveredIds, recoveries } from './table.ts'

/** Which ids became which, through all recoveries of a server: every object goes by the first id that it had. */
export interface IdMap {
  /** The current id. */
  now(id: string): string
  /** The first id. */
  before(id: string): string
  /** Whether nothing has been recreated in this server yet, so that every id is the first one. */
  readonly areFirst: boolean
  /** The first ids of what this recovery, or another one of its incidents, has recreated. */
  remade: ReadonlySet<string>
  /** Whether this recovery has created the id: the event about it may still be on its way. */
  isFresh(id: string): boolean
  /** Adds something that the recovery has just recreated. */
  learn(from: string, to: string): void
}

/** Prepared, as they run for everything that is recreated. */
const statements = processState(({ db }: Pick<Services, 'db'>) => {
  const { placeholder } = sql
  return {
    ofGuild: db
      .select()
      .from(recoveredIds)
      .where(eq(recoveredIds.guildId, placeholder('guildId')))
      .prepare(),
    note: db
      .insert(recoveredIds)
      .values({
        guildId: placeholder('guildId'),
        kind: placeholder('kind'),
        oldId: placeholder('oldId'),
        newId: placeholder('newId'),
        recoveryId: placeholder('recoveryId'),
        at: placeholder('at'),
      })
      .onConflictDoNothing()
      .prepare(),
  }
})

/** Reads the ids of a server. @param recoveryId the recovery that `remade` and `isFresh` are about */
export function idMap(services: Pick<Services, 'db' | 'memory'>, guildId: string, recoveryId?: number): IdMap {
  const rows = statements(services).ofGuild.all({ guildId })
  const next = new Map<string, string>()
  const first = new Map<string, string>()
  const note = (from: string, to: string) => {
    next.set(from, to)
    const known = first.get(to)
    // Two pictures that have become one are the same from the start.
    if (known === undefined) first.set(to, from)
    else if (known !== from) first.set(from, known)
  }
  for (const { oldId, newId } of rows) note(oldId, newId)
  const before = (id: string) => follow(first, id)
  const family = recoveryId === undefined ? [] : ofSameIncidents(services.db, recoveryId)
  const own = rows.filter(row => family.includes(row.recoveryId))
  const fresh = new Set(own.map(({ newId }) => newId))
  const remade = new Set(own.map(({ oldId }) => before(oldId)))
  return {
    now: id => follow(next, id),
    before,
    get areFirst() {
      return first.size === 0
    },
    remade,
    isFresh: id => fresh.has(id),
    learn(from, to) {
      note(from, to)
      fresh.add(to)
      remade.add(before(from))
    },
  }
}

/**
 * The ids of a recovery and of the earlier ones of the same incidents: one that joined another recovery may later
 * continue by itself.
 */
function ofSameIncidents(db: Services['db'], recoveryId: number): number[] {
  const own = db.select().from(recoveries).where(eq(recoveries.id, recoveryId)).get()
  const numbers = own ? incidentsOf(own) : []
  if (!own || numbers.length === 0) return [recoveryId]
  return db
    .select()
    .from(recoveries)
    .where(and(eq(recoveries.guildId, own.guildId), isNotNull(recoveries.incident)))
    .all()
    .flatMap(one => (incidentsOf(one).some(number => numbers.includes(number)) ? [one.id] : []))
}

/**
 * Stores an object's new id, and replaces the old one wherever the product has it. Call it in a transaction.
 * @param via the reason, for the history of settings
 * @returns tells `ids` about it; call it once the transaction is committed
 */
export function noteNewId(
  services: Services,
  guildId: string,
  {
    recoveryId,
    kind,
    oldId,
    newId,
    via,
    ids,
  }: { recoveryId: number; kind: ObjectKind | 'file'; oldId: string; newId: string; via: string; ids: IdMap },
): (() => void) | undefined {
  const from = ids.now(oldId)
  if (from === newId) return undefined
  statements(services).note.run({ guildId, kind, oldId: from, newId, recoveryId, at: services.now() })
  if (kind !== 'file') renameId(services, guildId, { from, to: newId }, { userId: null, via })
  return () => ids.learn(from, newId)
}

export const withFirstId = <N extends ObjectName>(name: N, { before }: Pick<IdMap, 'before'>): N => ({
  ...name,
  id: before(name.id),
})
