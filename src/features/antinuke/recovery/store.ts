import { and, asc, desc, eq, inArray, isNotNull, like, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { processState, type Services } from '#kernel/feature.ts'
import type { IncidentKey } from '../incidents/incidents.ts'
import { act, type Act, type Impossible, isOfMember, type Step } from './steps.ts'
import { recoveries, recoveryReport, recoverySteps } from './table.ts'

type Store = Pick<Services, 'db'>
type Prepared = Pick<Services, 'db' | 'memory'>

export type Recovery = typeof recoveries.$inferSelect
export type RecoveryFinding = Pick<
  typeof recoveryReport.$inferInsert,
  'kind' | 'objectId' | 'name' | 'field' | 'result' | 'reason'
>

export interface StoredStep extends Step {
  id: number
  round: number
  state: 'todo' | 'begun' | 'done' | 'refused'
  begunAt: number | null
  problem: string | null
}

const ended = ['done', 'stopped'] as const

const { placeholder } = sql

/** Prepared, as they run for every step. */
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

/** The recovery that is running in a server. */
export const runningIn = ({ db }: Store, guildId: string): Recovery | undefined =>
  db
    .select()
    .from(recoveries)
    .where(and(eq(recoveries.guildId, guildId), ...ended.map(state => ne(recoveries.state, state))))
    .orderBy(desc(recoveries.id))
    .get()

/**
 * The numbers of the incidents whose damage a recovery puts back: the one it began with, and those that have joined it.
 */
export const incidentsOf = ({ incident, otherIncidents }: Pick<Recovery, 'incident' | 'otherIncidents'>): number[] =>
  incident === null ? [] : [incident, ...z.array(z.number()).catch([]).parse(otherIncidents)]

/** The running recovery that puts back what was destroyed in an incident, perhaps together with other incidents. */
export function runningFor(services: Store, { guildId, number }: IncidentKey): Recovery | undefined {
  const running = runningIn(services, guildId)
  return running && incidentsOf(running).includes(number) ? running : undefined
}

/**
 * What changes in a recovery that an attack joins. @param number of the attack's incident; null for somebody's own
 * request
 */
export function joinedBy(
  running: Recovery,
  number: number | null,
): Pick<Recovery, 'joined' | 'incident' | 'otherIncidents'> {
  const known = incidentsOf(running)
  const [incident = null, ...others] = number === null || known.includes(number) ? known : [...known, number]
  return { joined: true, incident, otherIncidents: others }
}

/** All recoveries of what was destroyed in an incident, perhaps together with other incidents, oldest first. */
export const recoveriesOf = ({ db }: Store, guildId: string, incident: number): Recovery[] =>
  db
    .select()
    .from(recoveries)
    .where(
      and(
        eq(recoveries.guildId, guildId),
        or(
          eq(recoveries.incident, incident),
          sql`exists (select 1 from json_each(${recoveries.otherIncidents}) where value = ${incident})`,
        ),
      ),
    )
    .orderBy(asc(recoveries.id))
    .all()

/** The last recovery of an incident. */
export const lastRecoveryOf = (services: Store, guildId: string, incident: number): Recovery | undefined =>
  recoveriesOf(services, guildId, incident).at(-1)

export const updateRecovery = ({ db }: Store, { id }: Pick<Recovery, 'id'>, to: Partial<Omit<Recovery, 'id'>>): void =>
  void db.update(recoveries).set(to).where(eq(recoveries.id, id)).run()

export const insertRecovery = (
  { db, now }: Pick<Services, 'db' | 'now'>,
  guildId: string,
  incident: number | null,
): Recovery =>
  db.insert(recoveries).values({ guildId, incident, state: 'planning', startedAt: now() }).returning().get()

/** The person whom a step is about, so that it is deleted with their data. */
const personOf = (one: Act): string | null =>
  isOfMember(one) || one.do === 'unban' || one.do === 'ban' ? one.id : null

/**
 * The planned steps that are not being done already. A different step for the same thing waits for the one under way.
 * @param going what was under way during the planning
 */
function besides(steps: readonly Step[], going: readonly StoredStep[]): Step[] {
  const known = new Map(going.flatMap(one => (one.state === 'begun' || one.state === 'done' ? [[one.key, one]] : [])))
  return steps.flatMap(step => {
    const one = known.get(step.key)
    if (!one) return [step]
    const isSame = step.act.do === 'create' || JSON.stringify(step.act) === JSON.stringify(one.act)
    return isSame ? [] : [{ ...step, key: `${step.key} #again`, after: [...step.after, one.key] }]
  })
}

/**
 * Begins a round, which includes what was left to do in earlier ones. Call it in a transaction.
 * @param going what was under way during the planning: what still is becomes part of the round
 */
export function addSteps(
  { db }: Store,
  { id: recoveryId, guildId }: Recovery,
  round: number,
  steps: readonly Step[],
  going: readonly StoredStep[] = [],
): void {
  db.delete(recoverySteps)
    .where(and(eq(recoverySteps.recoveryId, recoveryId), eq(recoverySteps.state, 'todo')))
    .run()
  const carried = going.flatMap(({ id, state }) => (state === 'begun' ? [id] : []))
  if (carried.length > 0) db.update(recoverySteps).set({ round }).where(inArray(recoverySteps.id, carried)).run()
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
  for (const { key, after, act: what } of besides(steps, going))
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

/** Stores how far a step has come, and updates the given object. */
export function setStep(
  services: Prepared,
  step: StoredStep,
  to: Partial<Pick<StoredStep, 'state' | 'begunAt' | 'problem'>>,
): void {
  const { id, state, begunAt, problem } = Object.assign(step, to)
  statements(services).setStep.run({ id, state, begunAt, problem })
}

/** How many steps of a recovery are in each state, over all rounds. */
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

/** Replaces the report. Call it in a transaction. */
export function putReport(
  { db }: Store,
  { id: recoveryId, guildId }: Recovery,
  findings: readonly RecoveryFinding[],
): void {
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

export const findingsOf = ({ db }: Store, { id }: Pick<Recovery, 'id'>): RecoveryFinding[] =>
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

export const impossibleAsFinding = ({ kind, id, name, field, reason }: Impossible): RecoveryFinding => ({
  kind,
  objectId: id,
  name,
  field: field ?? null,
  result: 'impossible',
  reason,
})

/** The first ids of what a recovery has edited, which may include what it recreated. */
export const editedBy = ({ db }: Pick<Services, 'db'>, { id }: Pick<Recovery, 'id'>): Set<string> =>
  new Set(
    db
      .select({ key: recoverySteps.key })
      .from(recoverySteps)
      .where(and(eq(recoverySteps.recoveryId, id), eq(recoverySteps.state, 'done'), like(recoverySteps.key, 'edit %')))
      .all()
      // A key consists of what is done, the kind and the id.
      .flatMap(({ key }) => key.split(' ')[2] ?? []),
  )
