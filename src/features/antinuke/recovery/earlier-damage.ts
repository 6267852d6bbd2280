import { and, asc, eq, gt, inArray, isNull, lte } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { listed } from '#kit/permissions.ts'
import { raise } from '../alarms/alarm.ts'
import { type IncidentKey, noteInIncident, type Sentence } from '../incidents/incidents.ts'
import { objectKinds, type ObjectKind } from '../journal/objects.ts'
import { stateFrom } from '../journal/object-state.ts'
import { latest } from '../journal/state-at.ts'
import { journal } from '../journal/table.ts'
import { idMap } from './id-map.ts'
import { nameOf } from './steps.ts'

/** How long before the attack is looked at (ms). */
const dayMs = 24 * 60 * 60_000
/** The kinds that people miss; invites and webhooks come and go, and members cannot be destroyed. */
const kinds: readonly ObjectKind[] = ['channel', 'role', 'emoji', 'sticker', 'sound', 'rule', 'event']
const mostRead = 500
const mostNamed = 10

interface Gone {
  kind: ObjectKind
  id: string
  name: string
}

/**
 * What the attackers destroyed in the day before an attack and what is still gone, without what they had made
 * themselves.
 */
function destroyedBefore(
  services: Services,
  guildId: string,
  { attackers, cursor, until }: { attackers: readonly string[]; cursor: number; until: number },
): Gone[] {
  if (attackers.length === 0) return []
  const { db } = services
  const own = eq(journal.guildId, guildId)
  const gone = db
    .select({ rowId: journal.id, kind: journal.kind, id: journal.objectId })
    .from(journal)
    .where(
      and(
        own,
        gt(journal.at, until - dayMs),
        lte(journal.id, cursor),
        isNull(journal.state),
        inArray(journal.kind, [...kinds]),
        inArray(journal.actorId, [...attackers]),
      ),
    )
    .orderBy(asc(journal.id))
    .limit(mostRead)
    .all()
  const ids = idMap(services, guildId)
  return gone.flatMap(({ id, kind: stored }) => {
    // Only kinds on the list are read.
    const kind = stored as ObjectKind
    if (ids.now(id) !== id || latest(services, guildId, kind, id)) return []
    const rows = db
      .select({ state: journal.state, actorId: journal.actorId, origin: journal.origin })
      .from(journal)
      .where(and(own, eq(journal.kind, kind), eq(journal.objectId, id)))
      .orderBy(asc(journal.id))
      .all()
    const [made] = rows
    if (made?.origin !== 'read' && attackers.includes(made?.actorId ?? '')) return []
    const last = rows.findLast(({ state }) => state !== null)?.state
    const state = last === undefined || last === null ? undefined : stateFrom(last)
    return [{ kind, id, name: nameOf({ kind, id }, state) }]
  })
}

/**
 * Reports, once for an incident, what its attackers destroyed in the day before it. Nobody stopped that and it may have
 * been intended, so it is not put back without being asked for.
 * @param cursor the moment just before the attack
 * @param until when the attack began (Unix ms)
 */
export function tellEarlierDamage(
  services: Services,
  incident: IncidentKey,
  { attackers, cursor, until }: { attackers: readonly string[]; cursor: number; until: number },
): void {
  const things = destroyedBefore(services, incident.guildId, { attackers, cursor, until })
  if (things.length === 0) return
  const counts = [...Map.groupBy(things, ({ kind }) => objectKinds[kind].label.toLowerCase())].map(
    ([label, those]) => `${label} (${those.length})`,
  )
  const did = `In the day before, they also deleted: ${listed(counts)}.`
  const advice = 'That may have been intended, so I did not put it back. You can do that on the Time machine page.'
  const named = things
    .slice(0, mostNamed)
    .flatMap(
      ({ kind, id, name }): Sentence =>
        kind === 'channel' ? [' ', { channel: id, name }] : kind === 'role' ? [' ', { role: id, name }] : [],
    )
  const isNew = noteInIncident(services, incident, {
    lane: 'restore',
    parts: [`${did} ${advice}`, ...named],
    entry: 'deleted before',
  })
  if (!isNew) return
  raise(services, incident.guildId, {
    title: 'They had deleted more before',
    text: `${did} ${advice} Incident ${incident.number} lists it.`,
    ownerKey: `incident ${incident.number} earlier`,
  })
}
