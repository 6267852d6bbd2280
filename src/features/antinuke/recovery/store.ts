import { and, asc, desc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import { objectKey, type ObjectKind, type ObjectState, type ServerState } from '../journal/objects.ts'
import { touchedFields } from './damage.ts'
import { emptyState } from './server-now.ts'
import { act, type Act, type Damage, type Impossible, type Step, type Touched } from './steps.ts'
import { recoveries, recoveryObjects, recoveryPeople, recoveryReport, recoverySteps } from './table.ts'

type Store = Pick<Services, 'db'>
type Prepared = Pick<Services, 'db' | 'memory'>

export type Recovery = typeof recoveries.$inferSelect
export type Finding = Pick<
  typeof recoveryReport.$inferInsert,
  'kind' | 'objectId' | 'name' | 'field' | 'result' | 'reason'
>

/** What one attack did, as it is handed over. */
export interface AttackDamage
  extends Pick<Damage, 'good' | 'touched' | 'attackers' | 'banned' | 'timedOut' | 'unbanned'> {
  /** The journal's cursor of the moment that `good` is the server of, with what others changed since. */
  moment?: number
}

export interface StoredStep extends Step {
  id: number
  round: number
  state: 'todo' | 'begun' | 'done' | 'refused'
  begunAt: number | null
  problem: string | null
}

const ended = ['done', 'stopped'] as const

const { placeholder } = sql

/** What is asked and written with every step. */
const statements = processState(({ db }: Store) => ({
  byId: db
    .select()
    .from(recoveries)
    .where(eq(recoveries.id, placeholder('id')))
    .prepare(),
  setStep: db
    .update(recoverySteps)
    .set({
      state: sql`${placeholder('state')}`,
      begunAt: sql`${placeholder('begunAt')}`,
      problem: sql`${placeholder('problem')}`,
    })
    .where(eq(recoverySteps.id, placeholder('id')))
    .prepare(),
}))

export const recoveryById = (services: Prepared, id: number): Recovery | undefined =>
  statements(services).byId.get({ id })

/** The one that is under way in a server. */
export const runningIn = ({ db }: Store, guildId: string): Recovery | undefined =>
  db
    .select()
    .from(recoveries)
    .where(and(eq(recoveries.guildId, guildId), ...ended.map(state => ne(recoveries.state, state))))
    .orderBy(desc(recoveries.id))
    .get()

/** The last one of an incident. */
export const ofIncident = ({ db }: Store, guildId: string, incident: number): Recovery | undefined =>
  db
    .select()
    .from(recoveries)
    .where(and(eq(recoveries.guildId, guildId), eq(recoveries.incident, incident)))
    .orderBy(desc(recoveries.id))
    .get()

export const change = ({ db }: Store, { id }: Pick<Recovery, 'id'>, to: Partial<Omit<Recovery, 'id'>>): void =>
  void db.update(recoveries).set(to).where(eq(recoveries.id, id)).run()

export const insert = ({ db, now }: Pick<Services, 'db' | 'now'>, guildId: string, incident: number | null): Recovery =>
  db.insert(recoveries).values({ guildId, incident, state: 'planning', startedAt: now() }).returning().get()

/**
 * Adds an attack to a recovery. What the recovery knows already of an object stays, since it is from before the first
 * attack; but what others did until the second one touched an object stays, too. What was done first may become known
 * last: what is known from an earlier moment counts instead, but for what only the others touched.
 */
export function addAttack(
  { db }: Store,
  { id: recoveryId, guildId, moment }: Pick<Recovery, 'id' | 'guildId' | 'moment'>,
  attack: AttackDamage,
): void {
  const own = { recoveryId, guildId }
  const theirs = new Set(attack.touched.map(objectKey))
  const ofRecovery = eq(recoveryObjects.recoveryId, recoveryId)
  const touched = db
    .select()
    .from(recoveryObjects)
    .where(and(ofRecovery, eq(recoveryObjects.touched, true)))
    .all()
  const before = touched.map(touchedFrom)
  const isEarlier = moment !== null && attack.moment !== undefined && attack.moment < moment
  if (isEarlier) {
    db.delete(recoveryObjects).where(ofRecovery).run()
    for (const row of touched)
      if (!theirs.has(objectKey({ kind: row.kind, id: row.objectId }))) db.insert(recoveryObjects).values(row).run()
  }
  if (attack.moment !== undefined && (moment === null || isEarlier))
    change({ db }, { id: recoveryId }, { moment: attack.moment })
  const keep = db
    .insert(recoveryObjects)
    .values({
      ...own,
      kind: sql.placeholder('kind'),
      objectId: sql.placeholder('objectId'),
      good: sql.placeholder('good'),
      touched: false,
    })
    .onConflictDoUpdate({
      target: [recoveryObjects.recoveryId, recoveryObjects.kind, recoveryObjects.objectId],
      set: {
        good: sql`CASE WHEN ${recoveryObjects.touched} OR NOT ${sql.placeholder('isTouched')} THEN ${recoveryObjects.good} ELSE excluded.good END`,
      },
    })
    .prepare()
  for (const [kind, objects] of Object.entries(attack.good))
    for (const [objectId, state] of objects)
      keep.run({
        kind,
        objectId,
        good: JSON.stringify(state),
        isTouched: theirs.has(objectKey({ kind, id: objectId })) ? 1 : 0,
      })
  for (const [key, names] of touchedFields([...before, ...attack.touched])) {
    const [kind = '', objectId = ''] = key.split(' ')
    const fields = names ? JSON.stringify([...names]) : null
    db.insert(recoveryObjects)
      .values({ ...own, kind, objectId, good: null, touched: true, fields })
      .onConflictDoUpdate({
        target: [recoveryObjects.recoveryId, recoveryObjects.kind, recoveryObjects.objectId],
        set: { touched: true, fields },
      })
      .run()
  }
  const people = {
    attacker: attack.attackers,
    banned: attack.banned ?? [],
    'timed-out': attack.timedOut ?? [],
    unbanned: attack.unbanned ?? [],
  } as const
  for (const part of ['attacker', 'banned', 'timed-out', 'unbanned'] as const)
    for (const userId of people[part])
      db.insert(recoveryPeople)
        .values({ ...own, userId, part })
        .onConflictDoNothing()
        .run()
}

/** Only kinds and lists of fields are stored. */
const touchedFrom = ({ kind, objectId, fields }: typeof recoveryObjects.$inferSelect): Touched => ({
  kind: kind as ObjectKind,
  id: objectId,
  ...(fields !== null && { fields: JSON.parse(fields) as string[] }),
})

/** Everything that the attacks of a recovery did. */
export function storedAttack({ db }: Store, { id }: Pick<Recovery, 'id'>): AttackDamage {
  const good = emptyState()
  const touched: Touched[] = []
  for (const row of db.select().from(recoveryObjects).where(eq(recoveryObjects.recoveryId, id)).all()) {
    // Only kinds are stored, and states as JSON.
    if (row.good !== null) good[row.kind as ObjectKind].set(row.objectId, JSON.parse(row.good) as ObjectState)
    if (row.touched) touched.push(touchedFrom(row))
  }
  const people = db.select().from(recoveryPeople).where(eq(recoveryPeople.recoveryId, id)).all()
  const of = (part: (typeof people)[number]['part']) => people.flatMap(one => (one.part === part ? [one.userId] : []))
  return {
    good: good satisfies ServerState,
    touched,
    attackers: of('attacker'),
    banned: of('banned'),
    timedOut: of('timed-out'),
    unbanned: of('unbanned'),
  }
}

/** Whom a step is about, so that it goes with them. */
const personOf = (one: Act): string | null =>
  one.do === 'member' || one.do === 'unban' || one.do === 'ban' || one.do === 'end-timeout' ? one.id : null

/** Begins a round, which has what was left to do of the ones before. Part of the caller's transaction. */
export function addSteps(
  { db }: Store,
  { id: recoveryId, guildId }: Recovery,
  round: number,
  steps: readonly Step[],
): void {
  db.delete(recoverySteps)
    .where(and(eq(recoverySteps.recoveryId, recoveryId), eq(recoverySteps.state, 'todo')))
    .run()
  const add = db
    .insert(recoverySteps)
    .values({
      recoveryId,
      guildId,
      round,
      key: sql.placeholder('key'),
      after: sql.placeholder('after'),
      act: sql.placeholder('act'),
      userId: sql.placeholder('userId'),
      state: 'todo',
    })
    .prepare()
  for (const { key, after, act: what } of steps)
    add.run({ key, after: JSON.stringify(after), act: JSON.stringify(what), userId: personOf(what) })
}

/** The steps of a round, in their order. */
export const stepsOf = ({ db }: Store, { id, round }: Pick<Recovery, 'id' | 'round'>): StoredStep[] =>
  db
    .select()
    .from(recoverySteps)
    .where(and(eq(recoverySteps.recoveryId, id), eq(recoverySteps.round, round)))
    .orderBy(asc(recoverySteps.id))
    .all()
    .map(row => ({ ...row, after: JSON.parse(row.after) as string[], act: act.parse(JSON.parse(row.act)) }))

/** Writes down how far a step has come, also on what is held of it. */
export function setStep(
  services: Prepared,
  step: StoredStep,
  to: Partial<Pick<StoredStep, 'state' | 'begunAt' | 'problem'>>,
): void {
  const { id, state, begunAt, problem } = Object.assign(step, to)
  statements(services).setStep.run({ id, state, begunAt, problem })
}

/** How many steps of a recovery, in all rounds, are in which state. */
export function countSteps({ db }: Store, { id }: Pick<Recovery, 'id'>): Record<StoredStep['state'], number> {
  const rows = db
    .select({ state: recoverySteps.state, count: sql<number>`count(*)` })
    .from(recoverySteps)
    .where(eq(recoverySteps.recoveryId, id))
    .groupBy(recoverySteps.state)
    .all()
  return {
    todo: 0,
    begun: 0,
    done: 0,
    refused: 0,
    ...Object.fromEntries(rows.map(({ state, count }) => [state, count])),
  }
}

/** The refusals of the last round, as sentences by key. */
export const refusalsOf = ({ db }: Store, { id, round }: Recovery): Map<string, string> =>
  new Map(
    db
      .select({ key: recoverySteps.key, problem: recoverySteps.problem })
      .from(recoverySteps)
      .where(and(eq(recoverySteps.recoveryId, id), eq(recoverySteps.round, round), isNotNull(recoverySteps.problem)))
      .all()
      .flatMap(({ key, problem }) => (problem === null ? [] : [[key, problem]])),
  )

/** Replaces the report. Part of the caller's transaction. */
export function putReport({ db }: Store, { id: recoveryId, guildId }: Recovery, findings: readonly Finding[]): void {
  db.delete(recoveryReport).where(eq(recoveryReport.recoveryId, recoveryId)).run()
  const add = db
    .insert(recoveryReport)
    .values({
      recoveryId,
      guildId,
      kind: sql.placeholder('kind'),
      objectId: sql.placeholder('objectId'),
      name: sql.placeholder('name'),
      field: sql.placeholder('field'),
      result: sql.placeholder('result'),
      reason: sql.placeholder('reason'),
    })
    .prepare()
  for (const finding of findings) add.run({ ...finding, field: finding.field ?? null, reason: finding.reason ?? null })
}

export const reportOf = ({ db }: Store, { id }: Pick<Recovery, 'id'>): Finding[] =>
  db
    .select({
      kind: recoveryReport.kind,
      objectId: recoveryReport.objectId,
      name: recoveryReport.name,
      field: recoveryReport.field,
      result: recoveryReport.result,
      reason: recoveryReport.reason,
    })
    .from(recoveryReport)
    .where(eq(recoveryReport.recoveryId, id))
    .orderBy(asc(recoveryReport.id))
    .all()

/** What is needed only while it runs. Part of the caller's transaction. */
export function forgetAttack({ db }: Store, { id }: Pick<Recovery, 'id'>): void {
  db.delete(recoveryObjects).where(eq(recoveryObjects.recoveryId, id)).run()
  db.delete(recoveryPeople).where(eq(recoveryPeople.recoveryId, id)).run()
}

export const impossibleAsFinding = ({ kind, id, name, field, reason }: Impossible): Finding => ({
  kind,
  objectId: id,
  name,
  field: field ?? null,
  result: 'impossible',
  reason,
})
