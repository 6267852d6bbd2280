import type { Services } from '#kernel/feature.ts'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { AuditLogEvent } from 'discord.js'
import { type Incident, type IncidentKey, incidentOf } from '../incidents/incidents.ts'
import { antinukeIncidentEvents as events } from '../incidents/table.ts'
import type { ObjectName } from '../journal/objects.ts'
import { actionsOf, type CountedAction } from './action-rows.ts'
import { entryOf, type Moderation, moderationOf, timedOutByRules } from './moderation.ts'
import { heldBans, isNamelessBan } from './held-bans.ts'
import { isOrder } from './ordered-entries.ts'
import { sanctionsOf } from './punish/sanctions.ts'
import { ruleActionBehind, decisionKindOf, rulesOf, sinceLastRuleTimeout } from './rule-timeouts.ts'

const banAdd: number = AuditLogEvent.MemberBanAdd

/** What an incident's attackers are known to have done, according to the audit log. */
export interface Attack {
  /** Unix ms: the state before it is the good one. */
  startedAt: number
  /** People, bots and webhooks, except those whose punishment was taken back. */
  attackers: string[]
  /** The attackers, and those whose punishment was taken back. */
  tookPart: string[]
  /**
   * Whether something somebody did at a moment (Unix ms) was part of it: what they did after they were cleared is not.
   */
  did(userId: string | null, at: number): boolean
  /** Objects that they made, changed or deleted. */
  touched: ObjectName[]
  /**
   * The audit log entries of what they did: the same damage done twice has two. The timeouts by their AutoMod rules are
   * among them.
   */
  entries: string[]
  /** People whose bans are to be lifted. The fields below do the same for timeouts, and for mutes in voice channels. */
  banned: string[]
  /** People whose bans stay, because they had just joined or were never members. */
  leftBanned: string[]
  timedOut: string[]
  muted: string[]
  deafened: string[]
  /** People whose bans are to be set again. */
  unbanned: string[]
  /** People to whom the same was done more than once: what was taken back once has to be taken back again. */
  repeated: string[]
  /** Whether the attackers told the bot to do what it did to an object. @param at Unix ms */
  hadBotDo(object: ObjectName, at: number): boolean
}

/** Bans that hardly counted, of people who had just joined or were never members, are everyday work: they stay. */
const everyday = 0.1
/** The longest time from an order to the bot until its entry is in Discord's audit log (ms). */
const orderMs = 60_000

/** The kinds of decisions about people that each type of entry makes. */
const kinds: Readonly<Partial<Record<number, readonly Moderation['kind'][]>>> = {
  [AuditLogEvent.MemberBanAdd]: ['ban'],
  [AuditLogEvent.MemberBanRemove]: ['ban'],
  [AuditLogEvent.MemberUpdate]: ['timeout', 'mute', 'deafen'],
}

/**
 * What is to be done about somebody whom the attackers banned, timed out or let in again. The last decision of others
 * holds; where nobody else decided anything, the state before does.
 * @param all everything that was decided about one person in one respect since the attack began, oldest first
 */
function undoing(
  all: readonly Moderation[],
  theirs: (one: Moderation) => CountedAction | undefined,
): 'lift' | 'set again' | 'leave' | undefined {
  const known = sinceLastRuleTimeout(all)
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last || !known.some(theirs)) return undefined
  const wanted = known.findLast(one => !theirs(one))?.after ?? first.before
  if (wanted === last.after) return undefined
  if (wanted) return 'set again'
  const isEveryday = last.kind === 'ban' && (theirs(last)?.weight ?? 0) < everyday
  return isEveryday ? 'leave' : 'lift'
}

/** Until when each person took part in an incident (Unix ms): until what was done against them was taken back. */
function endsOfParts(services: Pick<Services, 'db' | 'memory'>, incident: Incident): Map<string, number> {
  const ends = new Map(incident.actorId === null ? [] : [[incident.actorId, Infinity]])
  // In order, as somebody who goes on after being cleared takes part again.
  for (const { userId, state, settledAt } of sanctionsOf(services, incident))
    ends.set(userId, state === 'undone' ? (settledAt ?? Infinity) : Infinity)
  return ends
}

/** Whether somebody took part whom Discord does not name: the timeline then has entries without a user. */
function hasUnknown({ db }: Pick<Services, 'db'>, { guildId, number }: IncidentKey): boolean {
  const theirs = and(isNull(events.userId), isNotNull(events.entry), isNotNull(events.parts))
  return (
    db
      .select({ id: events.id })
      .from(events)
      .where(and(eq(events.guildId, guildId), eq(events.number, number), eq(events.lane, 'attack'), theirs))
      .limit(1)
      .get() !== undefined
  )
}

/**
 * Reads what the attackers of an incident did.
 * @returns undefined for an unknown incident
 */
export function attackOf(services: Pick<Services, 'db' | 'client' | 'memory'>, key: IncidentKey): Attack | undefined {
  const incident = incidentOf(services, key)
  if (!incident) return undefined
  const { guildId } = key
  const { startedAt } = incident
  const endOf = endsOfParts(services, incident)
  const tookPart = [...endOf.keys()]
  const attackers = tookPart.filter(id => endOf.get(id) === Infinity)
  const actors = tookPart.length === 0 || hasUnknown(services, key) ? [...tookPart, null] : tookPart
  const held = heldBans(services, key)
  const isHeld = held !== undefined && held.decided !== 'lift'
  const actions = actors.flatMap(id =>
    actionsOf(services, guildId, id, startedAt - 1).filter(
      one =>
        !(isHeld && isNamelessBan(one)) && (one.actorId === null || one.at <= (endOf.get(one.actorId) ?? Infinity)),
    ),
  )
  const touched = new Map<string, ObjectName>()
  for (const { objectKind, targetId } of actions) {
    const id = objectKind === 'guild' ? guildId : targetId
    if (objectKind !== null && id !== null) touched.set(`${objectKind} ${id}`, { kind: objectKind, id })
  }
  const byEntry = new Map(actions.map(one => [one.entry, one]))
  const orders = Map.groupBy(
    actions.filter(({ entry }) => isOrder(entry)),
    ({ targetId }) => targetId,
  )
  /** The order behind something that the bot did: the audit log names the bot. */
  const ordered = (targetId: string, at: number, isSo: (one: CountedAction) => boolean) =>
    orders.get(targetId)?.find(one => Math.abs(at - one.at) < orderMs && isSo(one))
  const rules = rulesOf(actions)
  const theirs = (one: Moderation): CountedAction | undefined =>
    byEntry.get(entryOf(one)) ??
    ruleActionBehind(rules, one) ??
    (one.actorId === services.client.user.id
      ? ordered(one.targetId, one.at, ({ type }) => kinds[type]?.includes(one.kind) === true)
      : undefined)
  const about = actions.filter(({ type, targetId }) => targetId !== null && kinds[type] !== undefined)
  const silenced = rules.size > 0 ? timedOutByRules(services, guildId, [...rules.keys()], startedAt) : []
  const targets = [...new Set([...about.flatMap(({ targetId }) => targetId ?? []), ...silenced])]
  const told = moderationOf(services, guildId, targets, startedAt)
  const all = [...told, ...bansWithoutEntry(about, new Set(told.map(({ entry }) => entry)))].toSorted(
    (a, b) => a.at - b.at,
  )
  const found = [...Map.groupBy(all, one => `${decisionKindOf(one)} ${one.targetId}`).values()].map(decided => ({
    targetId: decided[0]?.targetId,
    kind: decided[0] && decisionKindOf(decided[0]),
    what: undoing(decided, theirs),
    times: decided.filter(one => theirs(one) && one.after === decided.at(-1)?.after).length,
  }))
  const peopleTo = (kind: Moderation['kind'], what: 'lift' | 'set again' | 'leave') =>
    found.flatMap(one => (one.kind === kind && one.what === what && one.targetId !== undefined ? [one.targetId] : []))
  return {
    startedAt,
    attackers,
    tookPart,
    did: (userId, at) => userId !== null && at <= (endOf.get(userId) ?? -Infinity),
    touched: [...touched.values()],
    entries: [...actions, ...all.filter(one => ruleActionBehind(rules, one))].map(({ entry }) => entry),
    repeated: found.flatMap(({ times, what, targetId }) =>
      times > 1 && what && what !== 'leave' && targetId ? [targetId] : [],
    ),
    banned: peopleTo('ban', 'lift'),
    leftBanned: peopleTo('ban', 'leave'),
    unbanned: peopleTo('ban', 'set again'),
    timedOut: peopleTo('timeout', 'lift'),
    muted: peopleTo('mute', 'lift'),
    deafened: peopleTo('deafen', 'lift'),
    hadBotDo: ({ kind, id }, at) => ordered(id, at, one => one.objectKind === kind) !== undefined,
  }
}

/** Bans without an entry, or whose entry is still on its way. */
const bansWithoutEntry = (actions: readonly CountedAction[], known: ReadonlySet<string>): Moderation[] =>
  actions.flatMap(({ guildId, entry, type, targetId, actorId, at }): Moderation[] => {
    if (!kinds[type]?.includes('ban') || targetId === null || known.has(entry)) return []
    const after = type === banAdd
    return [{ guildId, entry, kind: 'ban', targetId, actorId, at, before: !after, after }]
  })
