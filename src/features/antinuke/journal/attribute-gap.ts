import { and, asc, desc, eq, gt, isNull, lt, ne } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { attribute } from './attribution.ts'
import {
  type JournalAuditEntry,
  causesChange,
  mayCauseChanges,
  objectsOf,
  type ObjectStep,
  describesChange,
} from './audit-entry.ts'
import { objectKey, type ObjectKind } from './objects.ts'
import { stateFrom } from './object-state.ts'
import { journal } from './table.ts'

interface Open {
  rowId: number
  step: ObjectStep
}

/** The most changes since a row that have no known actor; nobody could read through more than these. */
const mostOpen = 5000

function openSince({ db }: Services, guildId: string, cursor: number): Open[] {
  const rows = db
    .select()
    .from(journal)
    .where(
      and(eq(journal.guildId, guildId), gt(journal.id, cursor), ne(journal.origin, 'read'), isNull(journal.entryId)),
    )
    .orderBy(asc(journal.id))
    .limit(mostOpen)
    .all()
  const before = (row: (typeof rows)[number]) =>
    db
      .select({ state: journal.state })
      .from(journal)
      .where(
        and(
          eq(journal.guildId, guildId),
          eq(journal.kind, row.kind),
          eq(journal.objectId, row.objectId),
          lt(journal.id, row.id),
        ),
      )
      .orderBy(desc(journal.id))
      .limit(1)
      .get()?.state ?? null
  return rows.map(row => {
    const was = before(row)
    return {
      rowId: row.id,
      step: {
        // Only kinds on the list are written.
        kind: row.kind as ObjectKind,
        id: row.objectId,
        before: was === null ? null : stateFrom(was),
        after: row.state === null ? null : stateFrom(row.state),
      },
    }
  })
}

/**
 * Writes down who did what was found after a gap.
 * @param entries oldest first: if several people changed the same thing, it is the last one's
 */
export function attributeGap(
  services: Services,
  guildId: string,
  cursor: number,
  entries: readonly JournalAuditEntry[],
): void {
  const open = new Map(openSince(services, guildId, cursor).map(one => [one.rowId, one]))
  const byName = Map.groupBy(open.values(), ({ step }) => objectKey(step))
  services.db.transaction(() => {
    const explain = ({ rowId }: Open, entry: JournalAuditEntry) => {
      if (open.delete(rowId)) attribute(services, rowId, entry)
    }
    for (const entry of entries.toReversed()) {
      for (const name of objectsOf(entry, guildId))
        for (const one of byName.get(objectKey(name)) ?? [])
          if (open.has(one.rowId) && describesChange(entry, one.step)) explain(one, entry)
      if (mayCauseChanges(entry))
        for (const one of open.values()) if (causesChange(entry, one.step)) explain(one, entry)
    }
  })
}
