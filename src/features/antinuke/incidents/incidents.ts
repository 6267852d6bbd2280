import { and, asc, count, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Services } from '#kernel/feature.ts'
import antinuke from '../contract.ts'
import { statements } from './statements.ts'
import {
  antinukeIncidentEvents as events,
  antinukeIncidents as incidents,
  type IncidentLane,
  type IncidentState,
} from './table.ts'

type Store = Pick<Services, 'db' | 'now' | 'live' | 'memory'>

export type Incident = typeof incidents.$inferSelect
export type IncidentEvent = typeof events.$inferSelect

/** Identifies an incident. */
export type IncidentKey = Pick<Incident, 'guildId' | 'number'>

/** A sentence in parts: text, and the people and things that it is about, so that a page shows their current names. */
export const sentence = z.array(
  z.union([
    z.string(),
    z.object({ user: z.string(), name: z.string().optional() }),
    z.object({ role: z.string(), name: z.string().optional() }),
    z.object({ channel: z.string(), name: z.string().optional() }),
  ]),
)
export type Sentence = z.input<typeof sentence>

/** Updates open pages at once. */
const tell = ({ live }: Pick<Store, 'live'>, guildId: string): void =>
  live.publish(guildId, antinuke, 'incidentsLive', 'changed', {})

/** How long after its last action an action by somebody else belongs to the same attack (ms). */
const sameAttackMs = 10 * 60_000

export const incidentOf = (
  services: Pick<Store, 'db' | 'memory'>,
  { guildId, number }: IncidentKey,
): Incident | undefined => statements(services).byNumber.get({ guildId, number })

/** The incidents of a server, newest first. */
export const incidentsIn = ({ db }: Pick<Store, 'db'>, guildId: string, limit = 50): Incident[] =>
  db.select().from(incidents).where(eq(incidents.guildId, guildId)).orderBy(desc(incidents.number)).limit(limit).all()

/** The events of an incident, oldest first. */
export const eventsOf = ({ db }: Pick<Store, 'db'>, { guildId, number }: IncidentKey): IncidentEvent[] =>
  db
    .select()
    .from(events)
    .where(and(eq(events.guildId, guildId), eq(events.number, number)))
    .orderBy(asc(events.at), asc(events.id))
    .all()

/** How many hostile actions of an incident are known to have taken effect. */
export function landedIn({ db }: Pick<Store, 'db'>, { guildId, number }: IncidentKey): number {
  const own = and(eq(events.guildId, guildId), eq(events.number, number), eq(events.lane, 'attack'))
  return db.select({ landed: count() }).from(events).where(own).get()?.landed ?? 0
}

/**
 * Opens the incident that an attack belongs to: one that was still going on recently, or a new one. Attacks about which
 * the settings do nothing never share an incident with attacks that are punished and undone. Call it in a transaction.
 * @param attack.startedAt the time of the first hostile action; a known incident's start moves back to it
 */
export function openIncident(
  services: Store,
  attack: Pick<Incident, 'guildId' | 'module' | 'punishment' | 'actorId' | 'startedAt'>,
): Incident {
  const { db, now } = services
  const { guildId, startedAt } = attack
  const { latest, join, lastNumber, open } = statements(services)
  tell(services, guildId)
  return db.transaction(() => {
    const current = latest.get({ guildId, since: now() - sameAttackMs, isLetBe: attack.punishment === 'NONE' ? 1 : 0 })
    if (current && current.state !== 'undone')
      return join.get({ guildId, number: current.number, startedAt, now: now() })
    return open.get({
      ...attack,
      number: (lastNumber.get({ guildId })?.number ?? 0) + 1,
      lastAt: Math.max(startedAt, now()),
      decidedAt: now(),
    })
  })
}

/**
 * Notes an event of an incident.
 * @param note.at Unix ms; now when left out
 * @returns false when its entry of the audit log has already been noted
 */
export function noteInIncident(
  services: Store,
  { guildId, number }: IncidentKey,
  note: { lane: IncidentLane; parts: Sentence; at?: number; userId?: string | null; entry?: string | null },
): boolean {
  const { lane, parts, at = services.now(), userId = null, entry = null } = note
  tell(services, guildId)
  return statements(services).note.run({ guildId, number, at, lane, parts, userId, entry }).changes > 0
}

/** Stores when something happened for the first time (Unix ms). */
export function markIncident(
  services: Pick<Store, 'db' | 'live' | 'memory'>,
  { guildId, number }: IncidentKey,
  what: 'requestedAt' | 'confirmedAt',
  at: number,
): void {
  statements(services)[what].run({ guildId, number, at })
  tell(services, guildId)
}

/** Stores how an incident ended. One that is taken back later keeps the time at which it ended. */
export function closeIncident(
  { db, now, live }: Store,
  { guildId, number }: IncidentKey,
  state: Exclude<IncidentState, 'under-way'>,
): void {
  db.update(incidents)
    .set({ state, endedAt: state === 'undone' ? sql`coalesce(${incidents.endedAt}, ${now()})` : now() })
    .where(and(eq(incidents.guildId, guildId), eq(incidents.number, number)))
    .run()
  tell({ live }, guildId)
}

/**
 * Notes that the attack goes on. @param at when the newly known action was done (Unix ms): entries come in any order
 */
export function touchIncident(services: Store, { guildId, number }: IncidentKey, at: number): void {
  statements(services).touch.run({ guildId, number, at, now: services.now() })
  tell(services, guildId)
}

/** The servers with incidents that are not over. */
export const serversUnderAttack = ({ db }: Pick<Store, 'db'>): string[] =>
  db
    .selectDistinct({ guildId: incidents.guildId })
    .from(incidents)
    .where(eq(incidents.state, 'under-way'))
    .all()
    .map(({ guildId }) => guildId)

/** The incidents of a server that are not over, such as those that an earlier process left open. */
export const openIncidents = ({ db }: Pick<Store, 'db'>, guildId: string): Incident[] =>
  db
    .select()
    .from(incidents)
    .where(and(eq(incidents.guildId, guildId), eq(incidents.state, 'under-way')))
    .all()
