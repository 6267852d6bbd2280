import type { Database } from '#kernel/feature.ts'
import { SnowflakeUtil } from 'discord.js'
import { and, count, desc, eq, gt, lte, max, sql } from 'drizzle-orm'
import type { AutomodSettings } from '../contract.ts'
import { automodStrikes as rows } from '../table.ts'

const hourMs = 3_600_000

/** When a strike that counts was given: after the one and not after the other (Unix ms). */
export interface StrikesSpan {
  after: number
  until: number
}

/**
 * The strikes that count now. Where they decay, one that a clock which was ahead gave counts as decayed: it would count for
 * weeks once the clock is right again.
 */
export const strikesSpan = (
  { strikeDecayHours }: Pick<AutomodSettings, 'strikeDecayHours'>,
  now: number,
): StrikesSpan =>
  strikeDecayHours === 0 ? { after: -1, until: Infinity } : { after: now - strikeDecayHours * hourMs, until: now }

const counting = (guildId: string, { after, until }: StrikesSpan) =>
  and(
    eq(rows.guildId, guildId),
    eq(rows.spent, false),
    gt(rows.at, after),
    Number.isFinite(until) ? lte(rows.at, until) : undefined,
  )

/** How many strikes of a member count. @param span from {@link strikesSpan} */
export function countStrikes(db: Database, guildId: string, userId: string, span: StrikesSpan): number {
  const [row] = db
    .select({ strikes: count() })
    .from(rows)
    .where(and(counting(guildId, span), eq(rows.userId, userId)))
    .all()
  return row?.strikes ?? 0
}

interface StrikeEntry {
  guildId: string
  source: string
  userId: string
  userName: string
  channelId: string | null
  at: number
  /** One for each rule that was broken. */
  broken: readonly { rule: string; evidence: string }[]
}

export interface StrikeResult {
  /** Rules that had not been struck for this source before; none when the event came twice. */
  added: number
  /** Strikes that count after it. At the limit they are used up and the count starts over. */
  total: number
  reached: boolean
}

/** Adds the strikes of one message and spends all when they reach the limit, in one transaction. */
export function addStrikes(db: Database, offence: StrikeEntry, limit: number, span: StrikesSpan): StrikeResult {
  const { broken, ...common } = offence
  return db.transaction(() => {
    const added = db
      .insert(rows)
      .values(broken.map(one => ({ ...common, ...one })))
      .onConflictDoNothing()
      .run().changes
    const total = countStrikes(db, offence.guildId, offence.userId, span)
    const reached = added > 0 && total >= limit
    if (reached) clearStrikes(db, offence.guildId, offence.userId)
    return { added, total, reached }
  })
}

/** Clears a member's strikes; the rows stay until they expire. @returns how many */
export const clearStrikes = (db: Database, guildId: string, userId: string): number =>
  db
    .update(rows)
    .set({ spent: true })
    .where(and(eq(rows.guildId, guildId), eq(rows.userId, userId), eq(rows.spent, false)))
    .run().changes

const mostListed = 200

/** Members with strikes that count, most first. @param userId of whom alone */
export function membersWithStrikes(db: Database, guildId: string, span: StrikesSpan, userId?: string) {
  const strikes = count()
  // With max(), SQLite takes the other columns from the row that has it: https://sqlite.org/lang_select.html#bareagg
  const lastAt = max(rows.at)
  return db
    .select({
      id: rows.userId,
      name: rows.userName,
      strikes,
      lastAt,
      lastRule: rows.rule,
      lastText: rows.evidence,
      lastChannelId: rows.channelId,
    })
    .from(rows)
    .where(and(counting(guildId, span), userId === undefined ? undefined : eq(rows.userId, userId)))
    .groupBy(rows.userId)
    .orderBy(desc(strikes), desc(lastAt))
    .limit(mostListed)
    .all()
    .map(member => ({ ...member, lastAt: member.lastAt ?? 0 }))
}

/** How long what members wrote is kept, and strikes that no longer count. */
const keptMs = 90 * 24 * hourMs

/**
 * What a clock that was ahead gave is from when its message was written, which Discord tells by the id: it must not count when
 * the time comes that the clock said. Whichever clock is wrong, nothing is lost by it.
 */
function dateByMessages(db: Database, now: number): void {
  const { guildId, source, at } = rows
  for (const one of db.selectDistinct({ guildId, source }).from(rows).where(gt(at, now)).all()) {
    if (!/^\d{17,20}$/.test(one.source)) continue
    const writtenAt = SnowflakeUtil.timestampFrom(one.source)
    db.update(rows)
      .set({ at: writtenAt })
      .where(and(eq(guildId, one.guildId), eq(source, one.source), gt(at, writtenAt)))
      .run()
  }
}

/** Erases what is older than logs are kept; strikes that may still count stay, without the text. */
export function expireOldStrikes(db: Database, now: number): void {
  db.transaction(() => dateByMessages(db, now))
  const old = sql`${rows.at} < ${now - keptMs}`
  db.delete(rows)
    .where(and(old, eq(rows.spent, true)))
    .run()
  db.update(rows).set({ evidence: null }).where(old).run()
}
