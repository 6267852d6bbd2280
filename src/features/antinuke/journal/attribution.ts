import { and, asc, desc, eq, gt, gte, inArray, isNull, lt } from 'drizzle-orm'
import { state, type Services } from '#kernel/feature.ts'
import { type AuditEntry, entails, objectsOf, type Step, tells } from './audit-entry.ts'
import type { ObjectKind, ObjectName } from './objects.ts'
import { stateFrom } from './object-state.ts'
import { journal } from './table.ts'
import type { Written } from './write-state.ts'

/** How far an entry and the event it belongs to may be apart, whichever is first (ms). */
const apartMs = 5 * 60_000
/** What comes of a change comes at once. */
const aftermathMs = 10_000
/** A flood brings more entries than this, and its rows, in less time than they may be apart. */
const mostWaiting = 1000

interface Waiting {
  entry: AuditEntry
  /** The objects it is about. */
  about: ReadonlySet<string>
  /** When it came, by our clock. */
  at: number
  /** Whether its own change was found: what it entails may still come. */
  isFound: boolean
}

const waitingOf = state((): Map<string, Waiting> => new Map())

const nameOf = ({ kind, id }: ObjectName) => `${kind} ${id}`

type Row = typeof journal.$inferSelect

function stepOf(services: Services, row: Row): Step {
  const before = services.db
    .select({ state: journal.state })
    .from(journal)
    .where(
      and(
        eq(journal.guildId, row.guildId),
        eq(journal.kind, row.kind),
        eq(journal.objectId, row.objectId),
        lt(journal.id, row.id),
      ),
    )
    .orderBy(desc(journal.id))
    .limit(1)
    .get()
  return {
    // Only kinds of the list are written.
    kind: row.kind as ObjectKind,
    id: row.objectId,
    before: before?.state ? stateFrom(before.state) : null,
    after: row.state === null ? null : stateFrom(row.state),
  }
}

function attribute(services: Services, rowId: number, { id: entryId, user_id: actorId = null }: AuditEntry): void {
  const isOurs = actorId === services.client.user.id
  services.db
    .update(journal)
    .set({ actorId, entryId, ...(isOurs && { origin: 'ours' as const }) })
    .where(eq(journal.id, rowId))
    .run()
}

/** Rows that are changes, of one object or of all, since a time or a row. */
const changesOf = (services: Services, guildId: string, more: Parameters<typeof and>) =>
  services.db
    .select()
    .from(journal)
    .where(and(eq(journal.guildId, guildId), inArray(journal.origin, ['gateway', 'gap', 'ours']), ...more))
    .orderBy(asc(journal.id))
    .all()

/**
 * Says who did what an entry tells, on the rows that are there already.
 * @param since the oldest rows it may be about: a time (Unix ms), or the row that they follow
 * @returns whether its own change was found
 */
export function attributeEntry(
  services: Services,
  guildId: string,
  entry: AuditEntry,
  since: { at: number } | { rowId: number },
): boolean {
  const from = 'at' in since ? gte(journal.at, since.at) : gt(journal.id, since.rowId)
  let isFound = false
  for (const { kind, id } of objectsOf(entry, guildId)) {
    const rows = changesOf(services, guildId, [eq(journal.kind, kind), eq(journal.objectId, id), from])
    const told = rows.filter(row => tells(entry, stepOf(services, row)))
    const open = told.find(row => row.entryId === null)
    if (open) attribute(services, open.id, entry)
    isFound ||= told.length > 0
  }
  const recent = 'at' in since ? gte(journal.at, services.now() - aftermathMs) : from
  if (mayEntail.has(entry.action_type ?? 0))
    for (const row of changesOf(services, guildId, [recent, isNull(journal.entryId)]))
      if (entails(entry, stepOf(services, row))) attribute(services, row.id, entry)
  return isFound
}

/** A channel or a role deleted, overwrites of a category changed, a bot thrown out. */
const mayEntail: ReadonlySet<number> = new Set([12, 13, 14, 15, 20, 22, 32])

/** An entry that has just come, before or after its event. The same one may come twice. */
export function recordEntry(services: Services, guildId: string, entry: AuditEntry): void {
  const waiting = waitingOf(services, guildId)
  if (waiting.has(entry.id)) return
  const at = services.now()
  for (const [id, other] of waiting) {
    if (at - other.at <= apartMs && waiting.size < mostWaiting) break
    waiting.delete(id)
  }
  const isFound = attributeEntry(services, guildId, entry, { at: at - apartMs })
  const about = new Set(objectsOf(entry, guildId).map(nameOf))
  waiting.set(entry.id, { entry, about, at, isFound })
}

/** Says who did it on a row that was just written, where the entry came first. */
export function attributeRow(services: Services, guildId: string, written: Written): void {
  if (written.origin === 'read') return
  const at = services.now()
  for (const waiting of waitingOf(services, guildId).values()) {
    const { entry } = waiting
    const isOwn =
      !waiting.isFound && at - waiting.at <= apartMs && waiting.about.has(nameOf(written)) && tells(entry, written)
    if (!isOwn && !(at - waiting.at <= aftermathMs && entails(entry, written))) continue
    if (isOwn) waiting.isFound = true
    return attribute(services, written.rowId, entry)
  }
}
