import { SnowflakeUtil } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { attackOf, type Attack } from '../engine/attack.ts'
import { type IncidentKey, noteInIncident } from '../incidents/incidents.ts'
import { sameValue } from '../journal/object-state.ts'
import { withPlainMembers } from '../journal/plain-members.ts'
import { allChangesSince, cursorAt, type JournalChange, stateAt } from '../journal/state-at.ts'
import { objectKey, type ObjectName } from '../journal/objects.ts'
import { tellEarlierDamage } from './earlier-damage.ts'
import { idMap } from './id-map.ts'
import { movedMeanwhile, nearTheirs } from './moved-by-attackers.ts'
import { findUnloggedChanges } from './unlogged-changes.ts'
import { withChangesOfOthers } from './others-changes.ts'
import { ownSteps } from './own-entry.ts'
import { recover } from './recover.ts'
import { mentionsAny, textsIn } from './compare-fields.ts'
import type { Touched } from './steps.ts'
import { attackersActiveUntil } from './until-all-reported.ts'

/** How long before Discord's time of the first hostile change it may have been recorded (ms), as clocks differ. */
const clocksMs = 60_000

/** The fields that a change touched; undefined when it created or deleted the object. */
function fieldsOf({ before, after }: JournalChange): string[] | undefined {
  if (!before || !after) return undefined
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    field => !sameValue(before[field], after[field]),
  )
}

/**
 * What attackers touched, according to the journal and the audit log. Of an object that they changed only what they
 * changed, where the journal knows that: others may have changed the rest in the meantime.
 */
function touchedBy({ did, touched }: Attack, changes: readonly JournalChange[]): Touched[] {
  const theirs = changes.filter(({ actorId, at }) => did(actorId, at))
  const known = new Set(theirs.map(objectKey))
  return [
    ...theirs.map((change): Touched => {
      const { kind, id } = change
      const fields = fieldsOf(change)
      return fields ? { kind, id, fields } : { kind, id }
    }),
    ...touched.filter(one => !known.has(objectKey(one))),
  ]
}

/**
 * Whether an object no longer names something that the attack touched: Discord reports that before the deletion itself.
 * It may well still name something else that the attack touched, such as @everyone.
 */
function lostReferenceTo(
  { before, after }: Pick<JournalChange, 'before' | 'after'>,
  touched: ReadonlySet<string>,
): boolean {
  if (!before || !after || !mentionsAny(before, touched)) return false
  const left = new Set(textsIn(after))
  for (const id of textsIn(before)) if (touched.has(id) && !left.has(id)) return true
  return false
}

/** Whether an object existed before a moment (Unix ms), judging by its id; invites have codes, which say nothing. */
const isOlder = ({ id }: ObjectName, than: number) => /^\d{17,20}$/.test(id) && SnowflakeUtil.timestampFrom(id) < than

/** Noted once for an incident. */
function noteMoves(services: Services, incident: IncidentKey, moved: readonly Touched[]): void {
  const what = [...new Set(moved.map(({ kind }) => (kind === 'role' ? 'roles' : 'channels')))].join(' and ')
  const text = `Meanwhile, ${what} were moved. Discord does not say by whom, so I put them back where they were.`
  noteInIncident(services, incident, { lane: 'restore', parts: [text], entry: `moved ${what}` })
}

/** Noted once for an incident. */
function noteNameless(services: Services, incident: IncidentKey, touched: readonly Touched[]): void {
  for (const kind of new Set(touched.map(one => one.kind))) {
    const count = new Set(touched.flatMap(one => (one.kind === kind ? [one.id] : []))).size
    const what = kind === 'emoji' ? 'emoji were limited to other roles' : 'channels were moved into another category'
    const text = `Meanwhile, ${what} (${count}). Discord does not say by whom, so I put them back as they were.`
    noteInIncident(services, incident, { lane: 'restore', parts: [text], entry: `nameless ${kind}` })
  }
}

/**
 * Undoes what an incident's attackers did, so that the server is as it was just before their first change.
 * @param handed what was put back before: ids of entries, and changes without an entry. Unless there is more, there is
 * nothing to do; what is put back now is added
 */
export function recoverIncident(
  services: Services,
  incident: IncidentKey,
  handed = new Set<string>(),
): { recoveryId: number } | undefined {
  const { guildId, number } = incident
  const attack = attackOf(services, incident)
  if (!attack) return undefined
  const recorded = allChangesSince(services, guildId, cursorAt(services, guildId, attack.startedAt - clocksMs))
  const known = touchedBy(attack, recorded)
  const named = new Set(known.map(objectKey))
  const theirIds = new Set(known.map(({ id }) => id))
  const first = recorded.find(({ actorId, ...change }) =>
    actorId === null
      ? named.has(objectKey(change)) || lostReferenceTo(change, theirIds)
      : attack.did(actorId, change.at),
  )
  const cursor = first ? first.cursor - 1 : cursorAt(services, guildId, attack.startedAt)
  const { attackers, banned, timedOut, muted, deafened, unbanned, repeated, hadBotDo } = attack
  const ids = idMap(services, guildId)
  const isOwnStep = ownSteps(services, guildId, attack.startedAt - clocksMs)
  const isOthers = ({ actorId, at, kind, id }: JournalChange): boolean => {
    if (actorId === null || attack.did(actorId, at)) return false
    if (actorId !== services.client.user.id) return true
    return !hadBotDo({ kind, id }, at) && !isOwnStep({ kind, id: ids.before(id) }, at)
  }
  const { before: asRecorded, changes } = withPlainMembers(services, guildId, cursor, {
    before: stateAt(services, guildId, cursor),
    changes: recorded,
  })
  // A change that names nobody and is no deletion, such as a move, does not show that the attackers were active at that
  // moment: anybody may sort channels.
  const isTheirs = ({ actorId, entryId, ...change }: JournalChange) =>
    actorId === null
      ? named.has(objectKey(change)) && (entryId !== null || change.before === null || change.after === null)
      : attackers.includes(actorId)
  const isNear = nearTheirs(changes, isTheirs, attackersActiveUntil(services, incident))
  const { before, touched: nameless } = findUnloggedChanges(asRecorded, { guildId, attackers, changes, cursor, isNear })
  const touched = [...(changes === recorded ? known : touchedBy(attack, changes)), ...nameless]
  const since = changes.filter(change => change.cursor > cursor)
  const knownGood = withChangesOfOthers(before, since, isOthers, ids.before)
  // An object that was never seen before and is older than the attack was not made by it, so it must not be removed.
  const theirs = touched.filter(one => knownGood[one.kind].has(one.id) || !isOlder(one, attack.startedAt - clocksMs))
  const moved = movedMeanwhile(services, guildId, before, { attackers, changes: since, isNear })
  const unlogged = [...nameless, ...moved].map(one => `${objectKey(one)} ${one.fields?.join()}`)
  const what = [...attack.entries, ...unlogged]
  if (what.length > 0 && what.every(one => handed.has(one))) return undefined
  tellEarlierDamage(services, incident, { attackers, cursor, until: attack.startedAt })
  if (moved.length > 0) noteMoves(services, incident, moved)
  if (nameless.length > 0) noteNameless(services, incident, nameless)
  const isNothing = [theirs, moved, banned, timedOut, muted, deafened, unbanned].every(({ length }) => length === 0)
  const begun = isNothing
    ? undefined
    : recover(services, {
        guildId,
        incidentId: number,
        moment: cursor,
        knownGood,
        touched: [...theirs, ...moved],
        attackers,
        banned,
        timedOut,
        muted,
        deafened,
        unbanned,
        repeated,
      })
  for (const one of what) handed.add(one)
  return begun
}
