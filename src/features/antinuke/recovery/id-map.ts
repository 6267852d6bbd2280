import { and, eq } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { renameId } from '#kernel/guilds/rename-id.ts'
import type { ObjectKind, ObjectName, ObjectState, ServerState } from '../journal/objects.ts'
import { renamed } from './same.ts'
import { emptyState } from './server-now.ts'
import { recoveredIds } from './table.ts'

/** What was made anew: the id of before to the one of today, and back. */
export interface IdMap {
  now(id: string): string
  before(id: string): string
  /** The ids of before of all that was made anew. */
  remade: ReadonlySet<string>
}

const mapOf = (rows: readonly { oldId: string; newId: string }[]): IdMap => {
  const next = new Map(rows.map(({ oldId, newId }) => [oldId, newId]))
  const first = new Map(rows.map(({ oldId, newId }) => [newId, oldId]))
  return { now: id => follow(next, id), before: id => follow(first, id), remade: new Set(next.keys()) }
}

/** What one recovery has made anew, by the ids from just before its attack. */
export const idsOfRecovery = ({ db }: Pick<Services, 'db'>, guildId: string, recoveryId: number): IdMap =>
  mapOf(
    db
      .select()
      .from(recoveredIds)
      .where(and(eq(recoveredIds.guildId, guildId), eq(recoveredIds.recoveryId, recoveryId)))
      .all(),
  )

/** Everything that recoveries of the server have ever made anew, followed through all of them. */
export const idMap = ({ db }: Pick<Services, 'db'>, guildId: string): IdMap =>
  mapOf(db.select().from(recoveredIds).where(eq(recoveredIds.guildId, guildId)).all())

function follow(steps: ReadonlyMap<string, string>, id: string): string {
  let at = id
  // No more steps than there are, whatever the rows say.
  for (let left = steps.size; left > 0; left--) {
    const to = steps.get(at)
    if (to === undefined) break
    at = to
  }
  return at
}

/**
 * Notes what an object is called now, and names it so wherever the product named it before. Part of the caller's
 * transaction.
 * @param via why, as the history of settings says it
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
  }: { recoveryId: number; kind: ObjectKind | 'file'; oldId: string; newId: string; via: string },
): void {
  const from = idsOfRecovery(services, guildId, recoveryId).now(oldId)
  if (from === newId) return
  const at = services.now()
  services.db
    .insert(recoveredIds)
    .values({ guildId, kind, oldId, newId, recoveryId, at })
    .onConflictDoUpdate({ target: [recoveredIds.guildId, recoveredIds.oldId], set: { newId, recoveryId, at } })
    .run()
  if (kind !== 'file') renameId(services, guildId, { from, to: newId }, { userId: null, via })
}

/** A server's objects by the ids of before. */
export function byIdsOfBefore(state: ServerState, { before }: Pick<IdMap, 'before'>): ServerState {
  const result = emptyState()
  for (const [kind, objects] of Object.entries(state) as [ObjectKind, ServerState[ObjectKind]][])
    for (const [id, one] of objects) result[kind].set(before(id), renamed(one, before) as ObjectState)
  return result
}

export const nameBefore = <N extends ObjectName>(name: N, { before }: Pick<IdMap, 'before'>): N => ({
  ...name,
  id: before(name.id),
})
