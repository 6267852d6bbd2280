import { and, eq, inArray } from 'drizzle-orm'
import { AuditLogEvent, PermissionFlagsBits as P } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import antinuke from '../contract.ts'
import { type IncidentKey, noteInIncident } from '../incidents/incidents.ts'
import { antinukeIncidentEvents as events } from '../incidents/table.ts'
import type { Action } from './audit-entry.ts'
import { rightfulRoles } from './bypass.ts'
import { countedStanding } from './immunity.ts'
import { hasReadMembers } from './membership.ts'
import type { Powers } from './powers.ts'
import { couldDo, isListFull, type RosterPerson, rosterOf } from './roster.ts'

const banAdd: number = AuditLogEvent.MemberBanAdd

/** The beginning of the id of something that was only seen to happen, without an entry. */
export const seenAlone = 'seen:'

/**
 * What somebody needs to make a ban for which Discord names nobody. A bulk ban takes both permissions; where no entry
 * came at all, any way of banning is possible.
 */
const waysOf = ({ entryId }: Pick<Action, 'entryId'>): bigint[] =>
  entryId.startsWith(seenAlone) ? [P.BanMembers] : [P.BanMembers, P.ManageGuild]

/**
 * Whether the only people who could have banned in the way that was seen are those whose bans are never counted: they
 * may well have meant it. Where not everybody with power is known, somebody else could have.
 */
export function onlyTrustedCould(services: Services, guildId: string, action: Action, powers: Powers): boolean {
  if (action.type !== banAdd || action.actorId !== null) return false
  if (!hasReadMembers(services, guildId) || isListFull(services, guildId)) return false
  const { settings, now } = services
  const own = settings.read(guildId, antinuke)
  const where = { ownerId: powers.ownerId, selfId: powers.self.id, own, module: action.module }
  const isTrusted = (person: RosterPerson) => {
    const roles = rightfulRoles(services, guildId, own.bypassRole, person)
    return countedStanding({ id: person.id, roles }, where, now()).immune
  }
  const could = (person: RosterPerson) => waysOf(action).every(need => couldDo(powers, person, need, now()))
  return [...rosterOf(services, guildId).people.values()].every(person => isTrusted(person) || !could(person))
}

/** What marks these events in the timeline of an incident, one of each at most; `heldBans` reads them back. */
const said = { held: 'bans held', lift: 'bans lifted', keep: 'bans kept' } as const

/** Whether bans that name nobody wait for the owner, and what the owner decided. */
export function heldBans(
  { db }: Pick<Services, 'db'>,
  { guildId, number }: IncidentKey,
): { decided: 'lift' | 'keep' | undefined } | undefined {
  const own = and(eq(events.guildId, guildId), eq(events.number, number))
  const found = new Set(
    db
      .select({ entry: events.entry })
      .from(events)
      .where(and(own, inArray(events.entry, Object.values(said))))
      .all()
      .map(({ entry }) => entry),
  )
  if (!found.has(said.held)) return undefined
  return { decided: (['lift', 'keep'] as const).find(what => found.has(said[what])) }
}

/** Leaves bans to the owner. Call it in the transaction that opens the incident. */
export const holdBans = (services: Services, incident: IncidentKey): void =>
  void noteInIncident(services, incident, {
    lane: 'restore',
    parts: ['Only people whom this server trusts could have banned like that, so I lift no ban by myself.'],
    entry: said.held,
  })

/** Records what the owner decided. */
export const decideBans = (services: Services, incident: IncidentKey, what: 'lift' | 'keep', userId: string): void =>
  void noteInIncident(services, incident, {
    lane: 'restore',
    userId,
    parts: [{ user: userId }, what === 'lift' ? ' told me to lift the bans.' : ' decided that the bans stay.'],
    entry: said[what],
  })

/** Whether an action is one of the bans that wait for the owner. */
export const isNamelessBan = ({ actorId, type }: { actorId: string | null; type: number }): boolean =>
  actorId === null && type === banAdd
