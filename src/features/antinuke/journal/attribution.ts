import { eq, sql } from 'drizzle-orm'
import { processState, state, type Services } from '#kernel/feature.ts'
import { type JournalAuditEntry, entails, mayEntail, objectsOf, tells } from './audit-entry.ts'
import { objectKey } from './objects.ts'
import { journal } from './table.ts'
import type { Written } from './write-state.ts'

/** How far an entry and the event it belongs to may be apart, whichever is first (ms). */
const apartMs = 5 * 60_000
/** What comes of a change comes at once. */
const aftermathMs = 10_000
/** A flood brings more than this in less time than an entry and its event may be apart. */
const mostRemembered = 2000

interface Entry {
  entry: JournalAuditEntry
  /** The objects it is about. */
  about: ReadonlySet<string>
  /** When it came, by our clock. */
  at: number
  /** Whether its own change was found: what it entails may still come. */
  isFound: boolean
}

interface Row {
  row: Written
  at: number
  /** Whether an entry has said who did it. */
  isExplained: boolean
}

/** What came last in a server: who did what is found here, without asking the database. */
interface Recent {
  entries: Map<string, Entry>
  rows: Map<number, Row>
  /** The same by the objects they are about, oldest first. */
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

/** Writes who did it on a row. */
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
 * An entry that has just come, before or after its event; the same one may come twice. One act may write several entries
 * for one event: the first of them says who it was.
 */
export function recordEntry(services: Services, guildId: string, entry: JournalAuditEntry): void {
  const recent = recentOf(services, guildId)
  if (recent.entries.has(entry.id)) return
  const at = services.now()
  forget(recent, at)
  const about = new Set(objectsOf(entry, guildId).map(objectKey))
  let isFound = false
  for (const name of about) {
    const told = (recent.rowsOf.get(name) ?? []).filter(({ row }) => tells(entry, row))
    const open = told.find(({ isExplained }) => !isExplained)
    if (open) explain(services, open, entry)
    isFound ||= told.length > 0
  }
  recent.entries.set(entry.id, { entry, about, at, isFound })
  if (!mayEntail(entry)) return
  for (const found of recent.rows.values())
    if (!found.isExplained && at - found.at <= aftermathMs && entails(entry, found.row)) explain(services, found, entry)
}

/** Says who did it on a row that was just written, where the entry came first. */
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
    const isOwn = !known.isFound && known.about.has(objectKey(row)) && tells(known.entry, row)
    if (!isOwn && !(at - known.at <= aftermathMs && mayEntail(known.entry) && entails(known.entry, row))) continue
    if (isOwn) known.isFound = true
    return explain(services, found, known.entry)
  }
}
