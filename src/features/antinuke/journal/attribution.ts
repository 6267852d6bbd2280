import { eq, sql } from 'drizzle-orm'
import { processState, state, type Services } from '#kernel/feature.ts'
import { type JournalAuditEntry, causesChange, mayCauseChanges, objectsOf, describesChange } from './audit-entry.ts'
import { objectKey } from './objects.ts'
import { journal } from './table.ts'
import type { Written } from './write-state.ts'

/** The longest time between an entry and the event it belongs to, whichever comes first (ms). */
const apartMs = 5 * 60_000
/** How soon after a change its consequences arrive (ms). */
const aftermathMs = 10_000
/**
 * The most entries and rows that are remembered: a flood brings more of them within the longest time between an entry
 * and its event.
 */
const mostRemembered = 2000

interface Entry {
  entry: JournalAuditEntry
  /** The objects that the entry is about. */
  about: ReadonlySet<string>
  /** When it arrived, by our clock (Unix ms). */
  at: number
  /** Whether its own change was found: the changes that it entails may still come. */
  isFound: boolean
}

interface Row {
  row: Written
  at: number
  /** Whether an entry has said who made the change. */
  isExplained: boolean
}

/** What recently arrived in a server, so that who did what can be found without asking the database. */
interface Recent {
  entries: Map<string, Entry>
  rows: Map<number, Row>
  /** The same rows by the object they are about, oldest first. */
  rowsOf: Map<string, Row[]>
}

const recentOf = state((): Recent => ({ entries: new Map(), rows: new Map(), rowsOf: new Map() }))

function forget({ entries, rows, rowsOf }: Recent, at: number): void {
  for (const [id, entry] of entries) {
    if (at - entry.at <= apartMs && entries.size < mostRemembered) break
    entries.delete(id)
  }
  for (const [id, { row, at: writtenAt }] of rows) {
    if (at - writtenAt <= apartMs && rows.size < mostRemembered) break
    rows.delete(id)
    const left = rowsOf.get(objectKey(row))?.filter(one => one.row !== row) ?? []
    if (left.length > 0) rowsOf.set(objectKey(row), left)
    else rowsOf.delete(objectKey(row))
  }
}

const update = processState(({ db }: Pick<Services, 'db'>) =>
  db
    .update(journal)
    .set({
      actorId: sql`${sql.placeholder('actorId')}`,
      entryId: sql`${sql.placeholder('entryId')}`,
      origin: sql`iif(${sql.placeholder('isOurs')}, 'ours', ${journal.origin})`,
    })
    .where(eq(journal.id, sql.placeholder('rowId')))
    .prepare(),
)

/** Writes who made a change on its row. */
export function attribute(
  services: Services,
  rowId: number,
  { id: entryId, user_id: actorId = null }: JournalAuditEntry,
): void {
  const isOurs = actorId === services.client.user.id ? 1 : 0
  update(services).run({ rowId, actorId, entryId, isOurs })
}

function explain(services: Services, found: Row, entry: JournalAuditEntry): void {
  found.isExplained = true
  attribute(services, found.row.rowId, entry)
}

/**
 * Takes in an entry that arrived before or after its event, perhaps for the second time. One act may write several
 * entries for one event: the first of them says who it was.
 */
export function recordEntry(services: Services, guildId: string, entry: JournalAuditEntry): void {
  const recent = recentOf(services, guildId)
  if (recent.entries.has(entry.id)) return
  const at = services.now()
  forget(recent, at)
  const about = new Set(objectsOf(entry, guildId).map(objectKey))
  let isFound = false
  for (const name of about) {
    const told = (recent.rowsOf.get(name) ?? []).filter(({ row }) => describesChange(entry, row))
    const open = told.find(({ isExplained }) => !isExplained)
    if (open) explain(services, open, entry)
    isFound ||= told.length > 0
  }
  recent.entries.set(entry.id, { entry, about, at, isFound })
  if (!mayCauseChanges(entry)) return
  for (const found of recent.rows.values())
    if (!found.isExplained && at - found.at <= aftermathMs && causesChange(entry, found.row))
      explain(services, found, entry)
}

/** Writes who made a change on a row that was just written, if the entry came first. */
export function attributeRow(services: Services, guildId: string, row: Written): void {
  if (row.origin === 'read') return
  const recent = recentOf(services, guildId)
  const at = services.now()
  forget(recent, at)
  const found: Row = { row, at, isExplained: false }
  recent.rows.set(row.rowId, found)
  const own = recent.rowsOf.get(objectKey(row))
  if (own) own.push(found)
  else recent.rowsOf.set(objectKey(row), [found])
  for (const known of recent.entries.values()) {
    const isOwn = !known.isFound && known.about.has(objectKey(row)) && describesChange(known.entry, row)
    if (!isOwn && !(at - known.at <= aftermathMs && mayCauseChanges(known.entry) && causesChange(known.entry, row)))
      continue
    if (isOwn) known.isFound = true
    return explain(services, found, known.entry)
  }
}
