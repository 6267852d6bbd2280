import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Services } from '#kernel/feature.ts'
import type { Case } from './case-store.ts'
import type { CaseKind, CaseRow, CaseSource } from '../contract.ts'
import { caseEdits, cases } from '../table.ts'

type Store = Pick<Services, 'db' | 'now'>

interface CaseFilter {
  /** A case number, an id, or part of a name, reason or detail. */
  search?: string | undefined
  /** The number of the only case to find. */
  case?: number | undefined
  kind?: CaseKind | undefined
  source?: CaseSource | undefined
  moderator?: string | undefined
  target?: string | undefined
  /** Channels that must not be found by their names. */
  unnamed?: readonly string[]
  /** Channels that match although their names are not stored. */
  called?: readonly string[]
}

function matching(search: string, unnamed: readonly string[], called: readonly string[]): SQL | undefined {
  const text = search.trim()
  if (text === '') return undefined
  const digits = text.replace(/^#|^<@!?|>$/g, '')
  const part = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const contains = (column: SQLiteColumn) => sql`${column} LIKE ${part} ESCAPE '\\'`
  return or(
    ...(/^\d{1,9}$/.test(digits) ? [eq(cases.number, Number(digits))] : []),
    ...(/^\d{17,20}$/.test(digits) ? [eq(cases.targetId, digits), eq(cases.moderatorId, digits)] : []),
    ...[cases.targetName, cases.moderatorName, cases.reason, cases.detail].map(contains),
    and(contains(cases.channelName), notInArray(cases.channelId, [...unnamed])),
    and(isNull(cases.channelName), inArray(cases.channelId, [...called])),
  )
}

const filtered = (
  guildId: string,
  { search = '', unnamed = [], called = [], case: number, kind, source, moderator, target }: CaseFilter,
) =>
  and(
    eq(cases.guildId, guildId),
    matching(search, unnamed, called),
    number === undefined ? undefined : eq(cases.number, number),
    kind === undefined ? undefined : eq(cases.kind, kind),
    source === undefined ? undefined : eq(cases.source, source),
    moderator === undefined ? undefined : eq(cases.moderatorId, moderator),
    target === undefined ? undefined : eq(cases.targetId, target),
  )

/** Returns a page of a guild's cases, newest first, and the total number. */
export function findCases(
  { db }: Store,
  guildId: string,
  filter: CaseFilter,
  page: { before?: number | undefined; offset?: number; limit: number },
): { found: Case[]; total: number } {
  const where = filtered(guildId, filter)
  const { before, offset = 0, limit } = page
  const found = db
    .select()
    .from(cases)
    .where(before === undefined ? where : and(where, lt(cases.number, before)))
    .orderBy(desc(cases.number))
    .limit(limit)
    .offset(offset)
    .all()
  return { found, total: db.select({ total: count() }).from(cases).where(where).get()?.total ?? 0 }
}

/** Returns everybody who is named as moderator, with their latest name. */
export const moderatorsOf = ({ db }: Store, guildId: string): { id: string; name: string }[] =>
  db
    .select({ id: cases.moderatorId, name: cases.moderatorName, latest: sql`max(${cases.number})` })
    .from(cases)
    .where(and(eq(cases.guildId, guildId), isNotNull(cases.moderatorId)))
    .groupBy(cases.moderatorId)
    .orderBy(asc(cases.moderatorName))
    .limit(200)
    .all()
    .flatMap(({ id, name }) => (id === null ? [] : [{ id, name: name ?? id }]))

/**
 * Returns how many cases of each kind somebody has made since `since` (Unix ms), most first; void ones do not count.
 */
export const casesBy = ({ db }: Store, guildId: string, moderatorId: string, since: number) =>
  db
    .select({ kind: cases.kind, amount: count() })
    .from(cases)
    .where(
      and(
        eq(cases.guildId, guildId),
        eq(cases.moderatorId, moderatorId),
        gte(cases.createdAt, since),
        isNull(cases.voidedAt),
      ),
    )
    .groupBy(cases.kind)
    .orderBy(desc(count()))
    .all()

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? id })

function endedOf({ kind, active, ended, createdAt }: Case, since: number): CaseRow['ended'] {
  if (kind !== 'warn') return null
  return active && createdAt <= since ? 'expired' : ended
}

/**
 * Returns cases as the dashboard shows them, with the changes of their reasons.
 * @param since when warnings begin to count (Unix ms)
 */
export function caseRows({ db, now }: Store, guildId: string, found: readonly Case[], since: number): CaseRow[] {
  const numbers = found.map(({ number }) => number)
  const edits = db
    .select()
    .from(caseEdits)
    .where(and(eq(caseEdits.guildId, guildId), inArray(caseEdits.number, numbers)))
    .orderBy(asc(caseEdits.id))
    .all()
  return found.map(one => {
    const ended = endedOf(one, since)
    const over = one.expiresAt !== null && one.expiresAt <= now()
    return {
      number: one.number,
      kind: one.kind,
      source: one.source,
      target: named(one.targetId, one.targetName),
      moderator: named(one.moderatorId, one.moderatorName),
      channel: named(one.channelId, one.channelName),
      detail: one.detail,
      count: one.count,
      reason: one.reason,
      createdAt: one.createdAt,
      expiresAt: one.expiresAt,
      active: one.active && one.voidedAt === null && ended === null && !over,
      ended,
      voided: one.voidedAt !== null,
      edits: edits
        .filter(({ number }) => number === one.number)
        .map(({ userId, userName, at, before }) => ({ by: named(userId, userName), at, before })),
    }
  })
}
