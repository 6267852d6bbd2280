import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import { objectKey, type ObjectKind, type ObjectName, type ObjectState } from './objects.ts'
import { sameValue, stateFrom, stateText } from './object-state.ts'
import { noteChanged } from './guild-digests.ts'
import { journal } from './table.ts'

export type Origin = (typeof journal.$inferSelect)['origin']

/** How something became known, and so what may be concluded from it. */
export interface StateSource {
  /** The origin of a difference from what was known. */
  origin: Origin
  /** The origin of an object that was not known at all. */
  unknown: Origin
  /** Whether it is the state at this moment: then an object that was thought to be gone exists. */
  isCurrent: boolean
  /** Whether it only creates objects: for an object that is known, it comes late or for the second time. */
  onlyNew: boolean
  /** The cursor of the moment at which it was asked for: what was recorded since then is newer. */
  asOf?: number
  /** When it was so or arrived, if it is recorded later (Unix ms). */
  at?: number
}

/**
 * The ways in which something becomes known. Events may come twice, late, or in any order: Discord's documentation,
 * "Gateway".
 */
export const sources = {
  created: { origin: 'gateway', unknown: 'gateway', isCurrent: false, onlyNew: true },
  updated: { origin: 'gateway', unknown: 'read', isCurrent: false, onlyNew: false },
  /** A whole list, sent because something in it changed. */
  listed: { origin: 'gateway', unknown: 'gateway', isCurrent: true, onlyNew: false },
  /** The server as it is, read for the first time. */
  firstRead: { origin: 'read', unknown: 'read', isCurrent: true, onlyNew: false },
  /** The server read again after the bot was away: what differs happened in the meantime. */
  readAgain: { origin: 'gap', unknown: 'gap', isCurrent: true, onlyNew: false },
} as const satisfies Record<string, StateSource>

/** A row that was just written. */
export interface Written extends ObjectName {
  rowId: number
  before: ObjectState | null
  after: ObjectState | null
  origin: Origin
}

const { placeholder } = sql
/** How many states back an event may take an object to be noticed as late. */
const mostStatesBack = 20

const statements = processState(({ db }: Pick<Services, 'db'>) => ({
  last: db
    .select({ id: journal.id, state: journal.state })
    .from(journal)
    .where(
      and(
        eq(journal.guildId, placeholder('guildId')),
        eq(journal.kind, placeholder('kind')),
        eq(journal.objectId, placeholder('objectId')),
      ),
    )
    .orderBy(desc(journal.id))
    .limit(1)
    .prepare(),
  insert: db
    .insert(journal)
    .values({
      guildId: placeholder('guildId'),
      at: placeholder('at'),
      kind: placeholder('kind'),
      objectId: placeholder('objectId'),
      state: placeholder('state'),
      channelId: placeholder('channelId'),
      origin: placeholder('origin'),
    })
    .prepare(),
  // Distinct and unordered here: to sort, SQLite would use the index by kind and go through everything that there ever
  // was of it.
  inChannel: db
    .select({ kind: journal.kind, id: journal.objectId })
    .from(journal)
    .where(
      and(
        eq(journal.guildId, placeholder('guildId')),
        eq(journal.channelId, placeholder('channelId')),
        inArray(journal.kind, ['webhook', 'invite', 'event']),
      ),
    )
    .prepare(),
  lately: db
    .select({ state: journal.state, at: journal.at })
    .from(journal)
    .where(
      and(
        eq(journal.guildId, placeholder('guildId')),
        eq(journal.kind, placeholder('kind')),
        eq(journal.objectId, placeholder('objectId')),
        lte(journal.id, placeholder('rowId')),
      ),
    )
    .orderBy(desc(journal.id))
    .limit(mostStatesBack)
    .prepare(),
}))

type Writing = Pick<Services, 'db' | 'memory' | 'now'>

/** Returns the last state of an object: undefined when nothing is known about it, null when it is gone. */
export function lastState(
  services: Writing,
  guildId: string,
  { kind, id }: ObjectName,
): ObjectState | null | undefined {
  const row = statements(services).last.get({ guildId, kind, objectId: id })
  return row && (row.state === null ? null : stateFrom(row.state))
}

const channelOf = (kind: ObjectKind, id: string, state: ObjectState | null): string | null => {
  if (kind === 'channel') return id
  const channelId = state?.['channel_id']
  return typeof channelId === 'string' ? channelId : null
}

/** Kinds whose ids are used again: people rejoin, and a code may be given out again. */
const mayReturn: ReadonlySet<ObjectKind> = new Set<ObjectKind>(['member', 'invite', 'onboarding', 'welcome', 'widget'])

const differs = (before: ObjectState, sent: ObjectState): boolean =>
  Object.entries(sent).some(([name, value]) => before[name] !== undefined && !sameValue(before[name], value))

/**
 * Writes a row if an object's state differs from what is known. Call it in a transaction when there are many.
 * @param sent fields as `objectState` returns them; missing fields stay as they were known. Null when the object is
 * gone
 * @returns undefined when nothing was new
 */
export function writeState(
  services: Writing,
  guildId: string,
  { kind, id }: ObjectName,
  sent: ObjectState | null,
  source: StateSource,
): Written | undefined {
  const { last, insert } = statements(services)
  const row = last.get({ guildId, kind, objectId: id })
  if (row && source.asOf !== undefined && row.id > source.asOf) return undefined
  // Most of what Discord sends again has not changed.
  if (row && sent && row.state === stateText(kind, sent)) return undefined
  const before = row === undefined || row.state === null ? null : stateFrom(row.state)
  const wasGone = row !== undefined && row.state === null
  if (sent === null && before === null) return undefined
  if (source.onlyNew && before !== null) return undefined
  if (wasGone && !source.isCurrent && !(source.onlyNew && mayReturn.has(kind))) return undefined
  const after = sent && { ...before, ...sent }
  const text = after && stateText(kind, after)
  if (row && text === row.state) return undefined
  // Fields that become known for the first time are no change.
  const isFirstSight = before !== null && sent !== null && !differs(before, sent)
  const origin = isFirstSight ? 'read' : row === undefined ? source.unknown : source.origin
  const channelId = channelOf(kind, id, after ?? before)
  const { lastInsertRowid } = insert.run({
    guildId,
    at: source.at ?? services.now(),
    kind,
    objectId: id,
    state: text,
    channelId,
    origin,
  })
  noteChanged(services, guildId, kind)
  return { rowId: Number(lastInsertRowid), kind, id, before, after, origin }
}

/** The webhooks, invites and events of a channel, which are deleted with it without an event. */
export function goneWithChannel(services: Writing, guildId: string, channelId: string): ObjectName[] {
  // Only kinds on the list are written.
  const rows = statements(services)
    .inChannel.all({ guildId, channelId })
    .map(({ kind, id }) => ({ kind: kind as ObjectKind, id }))
  return [...new Map(rows.map(one => [objectKey(one), one])).values()]
}

/** How late an event that comes late or twice may undo what came after it (ms). */
const lateMs = 5 * 60_000
/**
 * Whether a row takes an object back to an earlier state: either somebody undid a change, or an older event came for
 * the second time. Only Discord can say which.
 */
export function isDoubtful(services: Writing, guildId: string, { kind, id, rowId }: Written): boolean {
  const [row, previous, ...earlier] = statements(services).lately.all({ guildId, kind, objectId: id, rowId })
  return (previous?.at ?? 0) >= services.now() - lateMs && earlier.some(({ state }) => state === row?.state)
}
