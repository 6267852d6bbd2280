import { and, eq, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import { objectKey, type ObjectKind, type ObjectState, type ServerState } from '../journal/objects.ts'
import { restoredReferences, touchedFields } from './damage.ts'
import { backOf, mentionsAny } from './compare-fields.ts'
import { emptyState } from './server-now.ts'
import type { Damage, Touched } from './steps.ts'
import { updateRecovery, type Recovery } from './store.ts'
import { recoveryObjects, recoveryPeople } from './table.ts'

type Store = Pick<Services, 'db'>
type Prepared = Pick<Services, 'db' | 'memory'>

/** What one attack did, in the form in which it is handed over to a recovery. */
export interface AttackDamage
  extends Pick<
    Damage,
    'knownGood' | 'touched' | 'attackers' | 'banned' | 'timedOut' | 'muted' | 'deafened' | 'unbanned'
  > {
  /** The journal's cursor of the moment that `knownGood` shows, together with what others have changed since. */
  moment?: number
}

const { placeholder } = sql

/** Prepared, as they run for everything in a server each time that more of an attack becomes known. */
const statements = processState(({ db }: Store) => {
  const own = {
    recoveryId: placeholder('recoveryId'),
    guildId: placeholder('guildId'),
    kind: placeholder('kind'),
    objectId: placeholder('objectId'),
  }
  const target = [recoveryObjects.recoveryId, recoveryObjects.kind, recoveryObjects.objectId]
  return {
    keep: db
      .insert(recoveryObjects)
      .values({ ...own, good: placeholder('good'), touched: false })
      .onConflictDoUpdate({ target, set: { good: sql`excluded.good` } })
      .prepare(),
    touch: db
      .insert(recoveryObjects)
      .values({ ...own, good: null, touched: true, fields: placeholder('fields') })
      .onConflictDoUpdate({ target, set: { touched: true, fields: sql`excluded.fields` } })
      .prepare(),
    known: db
      .select({
        kind: recoveryObjects.kind,
        objectId: recoveryObjects.objectId,
        touched: recoveryObjects.touched,
        fields: recoveryObjects.fields,
        good: recoveryObjects.good,
      })
      .from(recoveryObjects)
      .where(eq(recoveryObjects.recoveryId, placeholder('recoveryId')))
      .prepare(),
  }
})

/**
 * Returns a state from the middle of a recovery, together with what it named before the first attack and could no
 * longer name by then.
 */
function withLost(kind: ObjectKind, state: ObjectState, first: ObjectState, lost: ReadonlySet<string>): ObjectState {
  const fields = Object.entries(first).flatMap(([field, knownGood]): [string, unknown][] => {
    if (backOf(kind, field) !== 'reference' || !mentionsAny(knownGood, lost)) return []
    const back = restoredReferences(state[field], knownGood, lost)
    return back === undefined ? [] : [[field, back]]
  })
  return { ...state, ...Object.fromEntries(fields) }
}

/**
 * Adds an attack to a recovery. What the recovery already knows about an object stays, as it is from before the first
 * attack. What others did to an object until the second attack touched it stays, too; what the first attack had removed
 * from it by then comes back. What was done first may become known last: then what is known from the earlier moment
 * counts instead, except for what only the other attacks touched. Of the same moment, what becomes known last counts:
 * somebody who was taken for an innocent person may turn out to be an attacker.
 */
export function addAttack(
  services: Prepared,
  { id: recoveryId, guildId, moment }: Pick<Recovery, 'id' | 'guildId' | 'moment'>,
  attack: AttackDamage,
): void {
  const { db } = services
  const { keep, touch, known } = statements(services)
  const own = { recoveryId, guildId }
  const theirs = new Set(attack.touched.map(objectKey))
  const rows = new Map(known.all({ recoveryId }).map(row => [objectKey({ kind: row.kind, id: row.objectId }), row]))
  const before = [...rows.values()].filter(({ touched }) => touched).map(touchedFrom)
  const lost = new Set(before.map(({ id }) => id))
  const isSame = moment !== null && attack.moment === moment
  const isEarlier = moment !== null && attack.moment !== undefined && attack.moment < moment
  if (isEarlier) {
    const ofRecovery = eq(recoveryObjects.recoveryId, recoveryId)
    db.delete(recoveryObjects)
      .where(and(ofRecovery, eq(recoveryObjects.touched, false)))
      .run()
    for (const [key, { kind, objectId, touched }] of rows) {
      if (touched && !theirs.has(key)) continue
      const named = and(eq(recoveryObjects.kind, kind), eq(recoveryObjects.objectId, objectId))
      if (touched) db.delete(recoveryObjects).where(and(ofRecovery, named)).run()
      rows.delete(key)
    }
  }
  if (attack.moment !== undefined && (moment === null || isEarlier))
    updateRecovery({ db }, { id: recoveryId }, { moment: attack.moment })
  for (const [kind, objects] of Object.entries(attack.knownGood))
    for (const [objectId, state] of objects) {
      const name = { kind: kind as ObjectKind, id: objectId }
      const row = rows.get(objectKey(name))
      if (row && (!theirs.has(objectKey(name)) || (row.touched && !isSame))) continue
      const first = row?.good
      // States are stored as JSON.
      const kept = first && !row.touched ? withLost(name.kind, state, JSON.parse(first) as ObjectState, lost) : state
      const stored = JSON.stringify(kept)
      if (stored !== first) keep.run({ ...own, kind, objectId, good: stored })
    }
  for (const [key, named] of touchedFields([...before, ...attack.touched])) {
    const [kind = '', objectId = ''] = key.split(' ')
    const fields = named ? JSON.stringify([...named]) : null
    const row = rows.get(key)
    if (!row?.touched || row.fields !== fields) touch.run({ ...own, kind, objectId, fields })
  }
  const people = {
    attacker: attack.attackers,
    banned: attack.banned ?? [],
    'timed-out': attack.timedOut ?? [],
    muted: attack.muted ?? [],
    deafened: attack.deafened ?? [],
    unbanned: attack.unbanned ?? [],
  } as const
  for (const part of recoveryPeople.part.enumValues)
    for (const userId of people[part])
      db.insert(recoveryPeople)
        .values({ ...own, userId, part })
        .onConflictDoNothing()
        .run()
}

/** Only kinds and lists of fields are stored. */
const touchedFrom = ({
  kind,
  objectId,
  fields,
}: Pick<typeof recoveryObjects.$inferSelect, 'kind' | 'objectId' | 'fields'>): Touched => ({
  kind: kind as ObjectKind,
  id: objectId,
  ...(fields !== null && { fields: JSON.parse(fields) as string[] }),
})

/** Reads everything that the attacks of a recovery did. */
export function storedAttack({ db }: Store, { id }: Pick<Recovery, 'id'>): AttackDamage {
  const knownGood = emptyState()
  const touched: Touched[] = []
  for (const row of db.select().from(recoveryObjects).where(eq(recoveryObjects.recoveryId, id)).all()) {
    // Only kinds are stored here, and states as JSON.
    if (row.good !== null) knownGood[row.kind as ObjectKind].set(row.objectId, JSON.parse(row.good) as ObjectState)
    if (row.touched) touched.push(touchedFrom(row))
  }
  const people = db.select().from(recoveryPeople).where(eq(recoveryPeople.recoveryId, id)).all()
  const of = (part: (typeof people)[number]['part']) => people.flatMap(one => (one.part === part ? [one.userId] : []))
  return {
    knownGood: knownGood satisfies ServerState,
    touched,
    attackers: of('attacker'),
    banned: of('banned'),
    timedOut: of('timed-out'),
    muted: of('muted'),
    deafened: of('deafened'),
    unbanned: of('unbanned'),
  }
}

/** Deletes what is needed only while a recovery runs. Call it in a transaction. */
export function forgetAttack({ db }: Store, { id }: Pick<Recovery, 'id'>): void {
  db.delete(recoveryObjects).where(eq(recoveryObjects.recoveryId, id)).run()
  db.delete(recoveryPeople).where(eq(recoveryPeople.recoveryId, id)).run()
}
