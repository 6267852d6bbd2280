import { SnowflakeUtil } from 'discord.js'
import { state, type Services } from '#kernel/feature.ts'
import { attackOf, type Attack } from '../engine/attack.ts'
import { whenStopped } from '../engine/punish/settled.ts'
import type { IncidentKey } from '../incidents/incidents.ts'
import { sameValue } from '../journal/object-state.ts'
import { changesSince, cursorAt, type JournalChange, stateAt } from '../journal/state-at.ts'
import type { ObjectName, ObjectState, ServerState } from '../journal/objects.ts'
import { recover } from './recover.ts'
import { names } from './same.ts'
import type { Touched } from './steps.ts'

/** Clocks differ: the first hostile change may have been recorded so long before Discord says it was done (ms). */
const clocksMs = 60_000

const nameOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`

/** The fields that a change touched; undefined when it made or destroyed the object. */
function fieldsOf({ before, after }: JournalChange): string[] | undefined {
  if (!before || !after) return undefined
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    field => !sameValue(before[field], after[field]),
  )
}

/**
 * What attackers touched, as the journal and the audit log have it. Of an object that they changed only what they
 * changed, where the journal knows: others may have changed the rest meanwhile.
 */
function touchedBy({ attackers, touched }: Attack, changes: readonly JournalChange[]): Touched[] {
  const theirs = changes.filter(({ actorId }) => actorId !== null && attackers.includes(actorId))
  const known = new Set(theirs.map(nameOf))
  return [
    ...theirs.map((change): Touched => {
      const { kind, id } = change
      const fields = fieldsOf(change)
      return fields ? { kind, id, fields } : { kind, id }
    }),
    ...touched.filter(one => !known.has(nameOf(one))),
  ]
}

/** Whether an object no longer names what the attack touched: Discord tells of that before it tells of the deletion. */
const cameOf = ({ before, after }: Pick<JournalChange, 'before' | 'after'>, touched: ReadonlySet<string>): boolean =>
  before !== null && after !== null && names(before, touched) && !names(after, touched)

/** Whether an object was there before a moment (Unix ms), by its id; invites have codes, which say nothing. */
const isOlder = ({ id }: ObjectName, than: number) => /^\d{17,20}$/.test(id) && SnowflakeUtil.timestampFrom(id) < than

/**
 * The server before the attack, with what others did to each object until the attackers touched it: somebody who was
 * demoted a minute before their role was deleted does not get it back with the role.
 */
function withWhatOthersDid(
  before: ServerState,
  changes: readonly JournalChange[],
  { cursor, attackers, selfId }: { cursor: number; attackers: readonly string[]; selfId: string },
): ServerState {
  const good = Object.fromEntries(Object.entries(before).map(([kind, of]) => [kind, new Map(of)])) as {
    // The same kinds.
    [K in keyof ServerState]: Map<string, ObjectState>
  }
  const spoilt = new Set<string>()
  for (const { cursor: at, actorId, after, ...object } of changes) {
    if (at <= cursor || actorId === selfId || spoilt.has(nameOf(object))) continue
    if (actorId === null || attackers.includes(actorId)) spoilt.add(nameOf(object))
    else if (after) good[object.kind].set(object.id, after)
    else good[object.kind].delete(object.id)
  }
  return good
}

/** Puts back what an incident's attackers did: the server as it was just before their first change. */
export function recoverIncident(services: Services, incident: IncidentKey): { recoveryId: number } | undefined {
  const { guildId, number } = incident
  const attack = attackOf(services, incident)
  if (!attack) return undefined
  const changes = changesSince(services, guildId, cursorAt(services, guildId, attack.startedAt - clocksMs))
  const touched = touchedBy(attack, changes)
  const named = new Set(touched.map(nameOf))
  const ids = new Set(touched.map(({ id }) => id))
  const first = changes.find(({ actorId, ...change }) =>
    actorId === null ? named.has(nameOf(change)) || cameOf(change, ids) : attack.attackers.includes(actorId),
  )
  const cursor = first ? first.cursor - 1 : cursorAt(services, guildId, attack.startedAt)
  const { attackers, banned, timedOut, unbanned } = attack
  const good = withWhatOthersDid(stateAt(services, guildId, cursor), changes, {
    cursor,
    attackers,
    selfId: services.client.user.id,
  })
  // What nobody has seen before and is older than the attack was not made by it: it must not be removed as such.
  const theirs = touched.filter(one => good[one.kind].has(one.id) || !isOlder(one, attack.startedAt - clocksMs))
  if (theirs.length + banned.length + timedOut.length + unbanned.length === 0) return undefined
  return recover(services, {
    guildId,
    incidentId: number,
    good,
    touched: theirs,
    attackers,
    banned,
    timedOut,
    unbanned,
  })
}

/** What was handed over of each incident: only more is a reason to begin again. */
const handedOver = state(() => new Map<number, string>())

function recoverOnce(services: Services, incident: IncidentKey): void {
  const { touched, banned, timedOut, unbanned } = attackOf(services, incident) ?? {}
  const what = JSON.stringify([touched, banned, timedOut, unbanned])
  const known = handedOver(services, incident.guildId)
  if (known.get(incident.number) === what) return
  recoverIncident(services, incident)
  known.set(incident.number, what)
}

/** Recovers by itself once the attackers of an incident have been dealt with. */
export const recoverAfterAttacks = (services: Services): void =>
  whenStopped(services, async (its, incident) => recoverOnce(its, incident))
