import { and, asc, desc, eq, gt, lt, lte, ne } from 'drizzle-orm'
import type { GuildMember } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import type { Services } from '#kernel/feature.ts'
import { attackOf } from '../engine/attack.ts'
import { stateFrom } from '../journal/object-state.ts'
import type { ObjectKind, ObjectName, ObjectState } from '../journal/objects.ts'
import { cursorAt, latest } from '../journal/state-at.ts'
import { journal } from '../journal/table.ts'
import { follow } from '../recovery/first-ids.ts'
import { idMap } from '../recovery/id-map.ts'
import { backOf, withIdsReplaced, sameField } from '../recovery/compare-fields.ts'
import { incidentsOf, type RecoveryFinding, lastRecoveryOf, findingsOf } from '../recovery/store.ts'
import { recoveredIds } from '../recovery/table.ts'
import { restore } from '../time-machine/restore.ts'
import { readersNames } from '../time-machine/shown.ts'
import { textOf } from '../time-machine/words.ts'
import type { ProvenField } from './contract.ts'
import { type Incident, incidentOf } from './incidents.ts'
import { fieldLabel } from './names.ts'

/** How long before Discord's time of the first hostile change it may have been recorded (ms), as clocks differ. */
const clocksMs = 60_000

/** An object of an incident's report, before the attackers touched it and now. By first ids. */
interface Proven {
  /** The moment before, as a cursor of the journal, and the object's id at that time. */
  cursor: number
  idThen: string
  before: ObjectState | null
  now: ObjectState | null
  findings: RecoveryFinding[]
}

const inJournal = (guildId: string, { kind, id }: ObjectName) =>
  and(eq(journal.guildId, guildId), eq(journal.kind, kind), eq(journal.objectId, id))

/** Returns the id that an object had when an incident began. */
function idAt({ db }: Services, { guildId, startedAt }: Incident, firstId: string): string {
  const rows = db
    .select()
    .from(recoveredIds)
    .where(and(eq(recoveredIds.guildId, guildId), lt(recoveredIds.at, startedAt)))
    .all()
  return follow(new Map(rows.map(({ oldId, newId }) => [oldId, newId])), firstId)
}

/** The first change of an object by an attacker of an incident, or by somebody unknown, as a cursor of the journal. */
function firstChange(services: Services, { guildId, number, startedAt }: Incident, name: ObjectName) {
  const from = cursorAt(services, guildId, startedAt - clocksMs)
  const attack = attackOf(services, { guildId, number })
  const rows = services.db
    .select({ id: journal.id, actorId: journal.actorId, at: journal.at })
    .from(journal)
    .where(and(inJournal(guildId, name), gt(journal.id, from), ne(journal.origin, 'read')))
    .orderBy(asc(journal.id))
    .limit(100)
    .all()
  return rows.find(({ actorId, at }) => actorId === null || attack?.did(actorId, at))?.id
}

/**
 * The moment before an object was touched by anybody whose damage a recovery put back, with its id at that time:
 * attacks that were put back together count as one.
 */
function momentBefore(
  services: Services,
  incidents: readonly Incident[],
  { kind, id }: ObjectName,
): { cursor: number; idThen: string } {
  const touched = incidents.flatMap(incident => {
    const idThen = idAt(services, incident, id)
    const first = firstChange(services, incident, { kind, id: idThen })
    return first === undefined ? [] : [{ cursor: first - 1, idThen }]
  })
  const [earliest] = touched.toSorted((one, other) => one.cursor - other.cursor)
  if (earliest) return earliest
  const [first] = incidents.toSorted((one, other) => one.startedAt - other.startedAt)
  if (!first) throw new Error('a recovery of no incident')
  return { cursor: cursorAt(services, first.guildId, first.startedAt), idThen: idAt(services, first, id) }
}

function stateAt({ db }: Services, guildId: string, name: ObjectName, cursor: number): ObjectState | null {
  const row = db
    .select({ state: journal.state })
    .from(journal)
    .where(and(inJournal(guildId, name), lte(journal.id, cursor)))
    .orderBy(desc(journal.id))
    .limit(1)
    .get()
  return row?.state ? stateFrom(row.state) : null
}

/** Reads an object of a report. @throws UserError 404 where the incident's report does not mention it */
function provenIn(services: Services, incident: Incident, { kind, id }: ObjectName): Proven {
  const { guildId, number } = incident
  const recovery = lastRecoveryOf(services, guildId, number)
  const findings = (recovery ? findingsOf(services, recovery) : []).filter(
    one => one.kind === kind && one.objectId === id && one.result !== 'impossible',
  )
  if (findings.length === 0)
    throw new UserError('antinuke.object', 'The report no longer mentions that. Reload the page.', 404)
  const ids = idMap(services, guildId)
  const together = (recovery ? incidentsOf(recovery) : []).flatMap(
    other => incidentOf(services, { guildId, number: other }) ?? [],
  )
  const { cursor, idThen } = momentBefore(services, together, { kind, id })
  const byFirst = (state: ObjectState | null) => state && (withIdsReplaced(state, ids.before) as ObjectState)
  return {
    cursor,
    idThen,
    before: byFirst(stateAt(services, guildId, { kind, id: idThen }, cursor)),
    now: byFirst(latest(services, guildId, kind, ids.now(id)) ?? null),
    findings,
  }
}

/**
 * Whether a field that differed when it was verified still does. A position depends on what is beside it, so it counts
 * as different.
 */
function differs(kind: ObjectKind, { before, now }: Proven, { field, result }: RecoveryFinding): boolean {
  if (result === 'same') return false
  if (field === null || field === undefined) return (before === null) !== (now === null)
  return field === 'position' || !sameField(kind, field, before?.[field], now?.[field])
}

/** Returns an object of an incident's report, field by field, with its values if the reader may know the object. */
export function provenFields(
  services: Services,
  viewer: GuildMember,
  incident: Incident,
  name: ObjectName,
): { fields: ProvenField[]; hidden: boolean } {
  const { kind } = name
  const proven = provenIn(services, incident, name)
  const { before, now, findings } = proven
  const stored = (before ?? now)?.['name']
  const nobody = (id: string) => ({ id, name: null, avatarURL: null })
  const names = typeof stored === 'string' ? { [`${kind} ${name.id}`]: stored } : {}
  const { called, nameOf } = readersNames(services, viewer, { names }, nobody)
  const hidden = nameOf(name) === null
  const text = (state: ObjectState | null, field: string | null | undefined) => {
    if (hidden) return null
    if (field === null || field === undefined) return state === null ? 'not there' : 'there'
    return state === null ? null : textOf(kind, field, state[field], called)
  }
  return {
    hidden,
    fields: findings.map((one): ProvenField => {
      const { field = null, reason } = one
      const isSame = !differs(kind, proven, one)
      return {
        label: field === null ? null : fieldLabel(kind, field),
        before: text(before, field),
        now: text(isSame ? before : now, field),
        same: isSame,
        reason: isSame ? null : (reason ?? null),
      }
    }),
  }
}

/**
 * Puts back the fields of an object that still differ, as the time machine does: the present is kept, so it can be
 * undone.
 * @throws UserError 404, 409
 */
export function setAgain(services: Services, incident: Incident, name: ObjectName, userId: string): { id: number } {
  const { kind } = name
  const proven = provenIn(services, incident, name)
  const missing = proven.findings.filter(one => differs(kind, proven, one))
  const isWhole = missing.some(({ field }) => field === null || field === undefined)
  const fields = missing.flatMap(({ field }) => (field && backOf(kind, field) !== 'lost' ? [field] : []))
  if (!isWhole && fields.length === 0)
    throw new UserError('antinuke.as-before', 'It is already as it was before the attack.', 409)
  return restore(services, incident.guildId, {
    userId,
    good: proven.cursor,
    touched: [{ kind, id: proven.idThen, ...(!isWhole && { fields }) }],
  })
}
