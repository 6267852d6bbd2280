import { and, eq, ne, sql } from 'drizzle-orm'
import { discordNow } from '#kit/discord-time.ts'
import { processState, type Services, state } from '#kernel/feature.ts'
import type { IncidentKey } from '../../incidents/incidents.ts'
import { antinukeSanctions as rows, type SanctionState } from '../table.ts'
import { type PunishStep, steps as stepsSchema } from './steps.ts'

type Store = Pick<Services, 'db' | 'now' | 'memory'>
type Row = typeof rows.$inferSelect

/** Something that is to be done against somebody, as it is stored. */
export interface Sanction extends Omit<Row, 'steps'> {
  steps: PunishStep[]
}

function sanctionOf({ steps, ...row }: Row): Sanction {
  const parsed = stepsSchema.safeParse(steps)
  return { ...row, steps: parsed.success ? parsed.data : [] }
}

/**
 * The last sanction against each user, unless it was taken back, which is needed at every change of a member; and the ids
 * of those that are being taken back. What was taken back is stored only afterwards: a process that dies meanwhile leaves
 * something that can still be taken back.
 */
const lastOf = state((): { people: Map<string, Sanction> | undefined; returning: Set<number> } => ({
  people: undefined,
  returning: new Set<number>(),
}))

const { placeholder } = sql

const statements = processState(({ db }: Pick<Services, 'db'>) => ({
  write: db
    .insert(rows)
    .values({
      guildId: placeholder('guildId'),
      number: placeholder('number'),
      userId: placeholder('userId'),
      steps: placeholder('steps'),
      at: placeholder('at'),
      state: placeholder('state'),
    })
    .returning()
    .prepare(),
  ofIncident: db
    .select()
    .from(rows)
    .where(and(eq(rows.guildId, placeholder('guildId')), eq(rows.number, placeholder('number'))))
    .orderBy(rows.id)
    .prepare(),
}))

/**
 * Stores what is about to be done, with the time of Discord's clock: what lasts as long as a timeout has to end with
 * it, whatever this machine's clock says. Call it in the transaction that opens the incident.
 */
export function writeSanction(
  services: Store & Pick<Services, 'client'>,
  { guildId, number }: IncidentKey,
  userId: string,
  steps: PunishStep[],
): Sanction {
  lastOf(services, guildId).people = undefined
  const how: SanctionState = steps.length > 0 ? 'pending' : 'refused'
  return {
    ...statements(services).write.get({ guildId, number, userId, steps, at: discordNow(services), state: how }),
    steps,
  }
}

/** Stores how far a sanction has come. */
export function settleSanction(
  { db, now, memory }: Store,
  { id, guildId }: Pick<Sanction, 'id' | 'guildId'>,
  to: Partial<Pick<Row, 'state' | 'done'>>,
): void {
  lastOf({ memory }, guildId).people = undefined
  const settled = to.state !== undefined && to.state !== 'pending'
  db.update(rows)
    .set({ ...to, ...(settled && { settledAt: now() }) })
    .where(eq(rows.id, id))
    .run()
}

/** Takes a sanction back. While that lasts, it is not in force: roles that come back are not taken again. */
export async function whileTakenBack<T>(
  services: Pick<Store, 'memory'>,
  { id, guildId }: Pick<Sanction, 'id' | 'guildId'>,
  work: () => Promise<T>,
): Promise<T> {
  const last = lastOf(services, guildId)
  last.returning.add(id)
  last.people = undefined
  try {
    return await work()
  } finally {
    last.returning.delete(id)
    last.people = undefined
  }
}

export const isBeingTakenBack = (services: Pick<Store, 'memory'>, { id, guildId }: Sanction): boolean =>
  lastOf(services, guildId).returning.has(id)

export const sanctionById = ({ db }: Pick<Store, 'db'>, id: number): Sanction | undefined => {
  const row = db.select().from(rows).where(eq(rows.id, id)).get()
  return row && sanctionOf(row)
}

/** What was done in an incident, or is to be done, in the order in which it was decided. */
export const sanctionsOf = (services: Pick<Store, 'db' | 'memory'>, { guildId, number }: IncidentKey): Sanction[] =>
  statements(services).ofIncident.all({ guildId, number }).map(sanctionOf)

/** The key of the case that records a sanction. @param id the sanction's */
export const caseKey = (id: number): string => `antinuke:${id}`

/** The roles that were taken from somebody. */
export function rolesTaken({ steps, done }: Pick<Sanction, 'steps' | 'done'>): string[] {
  const lastDone = steps.findLastIndex(step => step.do === done)
  // One that is enough ends the sanction: if a later step was done, it was refused.
  return steps.flatMap((step, place) =>
    step.do === 'strip' && (place === lastDone || (place < lastDone && !step.enough)) ? step.take : [],
  )
}

/** Servers in which something is still to be done. */
export const serversWithPending = ({ db }: Pick<Store, 'db'>): string[] =>
  db
    .selectDistinct({ guildId: rows.guildId })
    .from(rows)
    .where(eq(rows.state, 'pending'))
    .all()
    .map(({ guildId }) => guildId)

/** What a process that ended left to be done in a server. */
export const pendingSanctions = ({ db }: Pick<Store, 'db'>, guildId: string): Sanction[] =>
  db
    .select()
    .from(rows)
    .where(and(eq(rows.guildId, guildId), eq(rows.state, 'pending')))
    .all()
    .map(sanctionOf)

/** The last sanction against somebody that was not taken back and is not being taken back. */
export function lastSanction(
  { db, memory }: Pick<Store, 'db' | 'memory'>,
  guildId: string,
  userId: string,
): Sanction | undefined {
  const last = lastOf({ memory }, guildId)
  last.people ??= new Map(
    db
      .select()
      .from(rows)
      .where(and(eq(rows.guildId, guildId), ne(rows.state, 'undone')))
      .orderBy(rows.id)
      .all()
      .flatMap(row => (last.returning.has(row.id) ? [] : [[row.userId, sanctionOf(row)] as const])),
  )
  return last.people.get(userId)
}

/** Reads the sanctions again on next use if one of them names something that now has another id. */
export function dropRenamedSanctions({ memory }: Pick<Store, 'memory'>, guildId: string, from: string): void {
  const last = lastOf({ memory }, guildId)
  const names = ({ steps }: Sanction) =>
    steps.some(step =>
      step.do === 'strip' ? [...step.keep, ...step.take].includes(from) : 'roleId' in step && step.roleId === from,
    )
  if ([...(last.people?.values() ?? [])].some(names)) last.people = undefined
}

/** The sanction of somebody whose roles were taken and not given back. */
export function strippedFrom(services: Store, guildId: string, userId: string): Sanction | undefined {
  const last = lastSanction(services, guildId, userId)
  const settled = last?.state === 'done' || last?.state === 'refused'
  return settled && (last.done === 'strip' || last.done === 'timeout') ? last : undefined
}
