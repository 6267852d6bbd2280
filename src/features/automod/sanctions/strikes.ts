import { since } from '#kit/clock.ts'
import type { Database, Services } from '#kernel/feature.ts'
import { SnowflakeUtil } from 'discord.js'
import { and, count, desc, eq, gt, lte, max, sql } from 'drizzle-orm'
import automod, { type AutomodSettings } from '../contract.ts'
import { automodStrikes as rows } from '../table.ts'

const hourMs = 3_600_000

/** Strikes count if they were given after the one time and not after the other (Unix ms). */
export interface StrikesSpan {
  after: number
  until: number
}

/**
 * The time span of strikes that count now. If strikes expire, one that was dated in the future, by a clock that was
 * ahead, does not count: otherwise it would count for weeks once the clock is right again.
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

/** The number of a member's strikes that count. @param span from {@link strikesSpan} */
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
  /** One entry per broken rule. */
  broken: readonly { rule: string; evidence: string }[]
}

export interface StrikeResult {
  /** The number of rules not yet recorded for this source; 0 if the event came twice. */
  added: number
  /** The strikes that count after it. At the limit they are used up and the count starts over. */
  total: number
  reached: boolean
}

/** Adds the strikes for one message, and uses all up if they reach the limit, in one transaction. */
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

/** How soon after strikes were made to expire earlier that can be taken back as a mistake (ms). */
const mistakeMs = hourMs
/** The most changes of settings within that time to look at. */
const mostChanges = 500

/**
 * Strikes up to this time (Unix ms) stay expired, however long strikes count from now on: they had expired before each
 * of the last hour's changes. Infinity if there were none.
 */
export const expiredUntil = ({ settings, now }: Pick<Services, 'settings' | 'now'>, guildId: string): number =>
  Math.min(
    Infinity,
    ...settings
      .history(guildId, {
        filter: { features: [automod.name], from: now() - mistakeMs },
        limit: mostChanges,
      })
      .filter(({ at }) => since(at, now()) < mistakeMs)
      .flatMap(({ at, changes }) => {
        const [before] = changes['strikeDecayHours'] ?? []
        return typeof before === 'number' ? [strikesSpan({ strikeDecayHours: before }, at).after] : []
      }),
  )

/** Keeps a guild's strikes up to a time (Unix ms) from counting again if later ones count for longer. */
export const endExpiredStrikes = (db: Database, guildId: string, until: number): void =>
  void db
    .update(rows)
    .set({ spent: true })
    .where(and(eq(rows.guildId, guildId), eq(rows.spent, false), lte(rows.at, until)))
    .run()

const mostListed = 200

/** Members with strikes that count, most strikes first. @param userId limits the result to one member */
export function membersWithStrikes(db: Database, guildId: string, span: StrikesSpan, userId?: string) {
  const strikes = count()
  // With max(), SQLite takes the other columns from the row with the maximum:
  // https://sqlite.org/lang_select.html#bareagg
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

/** How long the texts of strikes, and strikes that no longer count, are kept (ms). */
const keptMs = 90 * 24 * hourMs

/**
 * Corrects the time of strikes dated in the future, by a clock that was ahead, to that of their message, which its id
 * contains: they must not start to count when that future time comes. Whichever clock is wrong, nothing is lost.
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

/**
 * Deletes strikes that are older than logs are kept; those that still count lose only their text.
 * @param spanIn the time span of strikes that count in a guild, from {@link strikesSpan}
 */
export function expireOldStrikes(db: Database, now: number, spanIn: (guildId: string) => StrikesSpan): void {
  db.transaction(() => dateByMessages(db, now))
  const old = sql`${rows.at} < ${now - keptMs}`
  db.delete(rows)
    .where(and(old, eq(rows.spent, true)))
    .run()
  for (const { guildId } of db.selectDistinct({ guildId: rows.guildId }).from(rows).where(old).all())
    db.delete(rows)
      .where(and(old, eq(rows.guildId, guildId), lte(rows.at, spanIn(guildId).after)))
      .run()
  db.update(rows).set({ evidence: null }).where(old).run()
}
