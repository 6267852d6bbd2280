import type { GuildBasedChannel } from 'discord.js'
import { and, between, desc, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Settings } from '#contract'
import { processState, type Services } from '#kernel/feature.ts'
import { cut } from '#kit/template.ts'
import moderation, { type CaseKind, type CaseSource, longestReason } from '../contract.ts'
import { schedulePosts } from '../modlog/post-timer.ts'
import { cases, caseNumbers } from '../table.ts'
import { inForce } from '../template.ts'
import { earlierCase } from './earlier-case.ts'
import { publicChannelName } from './public-channel-name.ts'

/** A case as stored. Times are Unix ms. */
export type Case = typeof cases.$inferSelect

type Reader = Pick<Services, 'db'>
type Store = Pick<Services, 'db' | 'now' | 'live' | 'scheduler' | 'memory'>

/** Notifies pages that show cases, which then request them again. */
const tellPages = ({ live }: Pick<Services, 'live'>, guildId: string): void =>
  live.publish(guildId, moderation, 'live', 'changed', {})

/** Updates changed cases on pages and in the moderation log. Part of the transaction that changes them. */
export function refreshCases(services: Store, guildId: string, changed: readonly { number: number }[]): void {
  if (changed.length === 0) return
  tellPages(services, guildId)
  schedulePosts(
    services,
    guildId,
    changed.map(({ number }) => number),
    services.now(),
  )
}

export interface NamedPerson {
  id: string
  name: string
}

/** The channel of a case: one of Discord's, or the stored facts about one. */
type CaseChannel = GuildBasedChannel | { id: string; name: string | null }

export interface CaseEntry {
  guildId: string
  kind: CaseKind
  source: CaseSource
  /** Left out for an act on a channel. */
  target?: NamedPerson | undefined
  /** Null if it is unknown who did it. */
  moderator: NamedPerson | null
  reason?: string | null | undefined
  /** Unix ms. */
  expiresAt?: number | null | undefined
  channel?: CaseChannel | undefined
  /** What was done beyond the kind, as a short text for people. */
  detail?: string | undefined
  /** How many messages were deleted, or people moved or disconnected. */
  count?: number | undefined
  /** Where it was ordered: 'channelId/messageId', or the channel alone. */
  origin?: string | undefined
  /** Two entries with the same key are one case. */
  key?: string | undefined
  /** What was asked for with that key, as {@link earlierCase} compares it. */
  asked?: string | undefined
  /** When it was done (Unix ms); now if left out. */
  createdAt?: number | undefined
}

const longestDetail = 200

/** Returns a reason as stored: trimmed, at most {@link longestReason} characters, null if nothing is left. */
export function tidyReason(reason: string | null | undefined): string | null {
  const trimmed = reason?.trim() ?? ''
  return trimmed === '' ? null : cut(trimmed.toWellFormed(), longestReason)
}

const nextNumber = ({ db }: Reader, guildId: string): number =>
  db
    .insert(caseNumbers)
    .values({ guildId, last: 1 })
    .onConflictDoUpdate({ target: caseNumbers.guildId, set: { last: sql`${caseNumbers.last} + 1` } })
    .returning()
    .get().last

/** How far apart the audit log entry and the case may be (ms): a mass ban becomes cases when all of it is done. */
const nearMs = 2 * 60_000

/** Whether the bot itself did something at about that time (Unix ms), to that member if the entry names one. */
export function hasOwnCaseAt(
  services: Pick<Services, 'db' | 'memory'>,
  guildId: string,
  { kind, targetId, at }: { kind: CaseKind; targetId: string | null; at: number },
): boolean {
  const { ofAnybody, ofOne } = oursAt(services)
  const orKind = kind === 'ban' || kind === 'unban' ? 'softban' : kind
  const when = { guildId, kind, orKind, from: at - nearMs, to: at + nearMs }
  return (targetId === null ? ofAnybody.get(when) : ofOne.get({ ...when, targetId })) !== undefined
}

/** Prepared, because they run for every ban event without an executor. */
const oursAt = processState(({ db }: Reader) => {
  const { placeholder } = sql
  const found = (target: SQL | undefined) =>
    db
      .select({ number: cases.number })
      .from(cases)
      .where(
        and(
          eq(cases.guildId, placeholder('guildId')),
          target,
          inArray(cases.kind, [placeholder('kind'), placeholder('orKind')]),
          ne(cases.source, 'discord'),
          between(cases.createdAt, placeholder('from'), placeholder('to')),
        ),
      )
      .limit(1)
      .prepare()
  return { ofAnybody: found(undefined), ofOne: found(eq(cases.targetId, placeholder('targetId'))) }
})

/** Updates a case that turns out to be about more than was known when it was stored. */
export function growCase(
  services: Store,
  guildId: string,
  number: number,
  to: { count: number; detail: string },
): void {
  const where = and(eq(cases.guildId, guildId), eq(cases.number, number))
  services.db.transaction(() =>
    refreshCases(
      services,
      guildId,
      services.db.update(cases).set(to).where(where).returning({ number: cases.number }).all(),
    ),
  )
}

export const caseByNumber = ({ db }: Reader, guildId: string, number: number): Case | undefined =>
  db
    .select()
    .from(cases)
    .where(and(eq(cases.guildId, guildId), eq(cases.number, number)))
    .get()

/** Returns the columns of an entry that cases and pending acts share. */
export const entryColumns = (entry: CaseEntry, now: number) => ({
  key: entry.key ?? null,
  asked: entry.asked ?? null,
  kind: entry.kind,
  source: entry.source,
  targetId: entry.target?.id ?? null,
  targetName: entry.target?.name ?? null,
  moderatorId: entry.moderator?.id ?? null,
  moderatorName: entry.moderator?.name ?? null,
  channelId: entry.channel?.id ?? null,
  channelName: entry.channel ? publicChannelName(entry.channel) : null,
  detail: entry.detail === undefined ? null : cut(entry.detail.toWellFormed(), longestDetail),
  count: entry.count ?? null,
  reason: tidyReason(entry.reason),
  origin: entry.origin ?? null,
  createdAt: entry.createdAt ?? now,
  expiresAt: entry.expiresAt ?? null,
})

/**
 * Stores one case under the guild's next number, in one transaction. Does not post it: `logCase` does.
 * @returns the existing case if `entry.key` was recorded before
 * @throws UserError 409 if that was another order
 */
export function recordCase(services: Store, entry: CaseEntry): Case {
  const { guildId, kind } = entry
  return services.db.transaction(() => {
    const known = earlierCase(services, guildId, entry)
    if (known) return known
    tellPages(services, guildId)
    return services.db
      .insert(cases)
      .values({
        guildId,
        number: nextNumber(services, guildId),
        ...entryColumns(entry, services.now()),
        active: kind === 'warn' || inForce.has(kind),
      })
      .returning()
      .get()
  })
}

const ofTarget = (guildId: string, targetId: string, kind: CaseKind) =>
  and(eq(cases.guildId, guildId), eq(cases.targetId, targetId), eq(cases.kind, kind), eq(cases.active, true))

const deactivate = (services: Store, guildId: string, where: SQL | undefined): void =>
  refreshCases(
    services,
    guildId,
    services.db.update(cases).set({ active: false }).where(where).returning({ number: cases.number }).all(),
  )

/** Marks somebody's timeouts or bans as no longer in force. */
export function liftCases(services: Store, guildId: string, targetId: string, kind: 'timeout' | 'ban'): void {
  const where = ofTarget(guildId, targetId, kind)
  services.db.transaction(() => deactivate(services, guildId, where))
}

/** Marks the locks of a channel as no longer in force. */
export function liftLocks(services: Store, guildId: string, channelId: string): void {
  const ofChannel = and(eq(cases.guildId, guildId), eq(cases.kind, 'lock'), eq(cases.channelId, channelId))
  services.db.transaction(() => deactivate(services, guildId, and(ofChannel, eq(cases.active, true))))
}

/** Whether a lock of a channel is in force without an end, or with one after `at` (Unix ms). */
export const isLockedBeyond = ({ db }: Reader, guildId: string, channelId: string, at: number): boolean =>
  db
    .select({ number: cases.number })
    .from(cases)
    .where(
      and(
        eq(cases.guildId, guildId),
        eq(cases.kind, 'lock'),
        eq(cases.channelId, channelId),
        eq(cases.active, true),
        or(isNull(cases.expiresAt), gt(cases.expiresAt, at)),
      ),
    )
    .get() !== undefined

/** Marks one case as no longer in force. */
export function endCase(services: Store, guildId: string, number: number): void {
  const where = and(eq(cases.guildId, guildId), eq(cases.number, number), eq(cases.active, true))
  services.db.transaction(() => deactivate(services, guildId, where))
}

const dayMs = 24 * 60 * 60_000

/** Returns the time after which warnings must have been given to count now (Unix ms). */
export const warningsSince = (own: Pick<Settings<typeof moderation>, 'warnExpiryDays'>, now: number): number =>
  own.warnExpiryDays === 0 ? 0 : now - own.warnExpiryDays * dayMs

/** Returns when a warning that was given at `createdAt` stops counting (Unix ms); null if it never does. */
export const warningEnd = (
  own: Pick<Settings<typeof moderation>, 'warnExpiryDays'>,
  createdAt: number,
): number | null => (own.warnExpiryDays === 0 ? null : createdAt + own.warnExpiryDays * dayMs)

const counting = (guildId: string, targetId: string, since: number) =>
  and(ofTarget(guildId, targetId, 'warn'), isNull(cases.voidedAt), gt(cases.createdAt, since))

/** Returns the warnings that count against somebody now, newest first. */
export const activeWarnings = ({ db }: Reader, guildId: string, targetId: string, since: number): Case[] =>
  db
    .select()
    .from(cases)
    .where(counting(guildId, targetId, since))
    .orderBy(desc(cases.number))
    .all()

/**
 * Ends warnings; the records stay.
 * @param scope.only the number of a single warning
 * @param scope.upTo the number of the last warning to end
 * @returns how many were ended
 */
export function endWarnings(
  services: Store,
  guildId: string,
  targetId: string,
  scope: { since: number; ended: 'cleared' | 'used'; by: string; only?: number | undefined; upTo?: number | undefined },
): number {
  const { since, by, only, upTo } = scope
  return services.db.transaction(() => {
    const ended = services.db
      .update(cases)
      .set({ active: false, ended: scope.ended, endedBy: by })
      .where(
        and(
          counting(guildId, targetId, since),
          only === undefined ? undefined : eq(cases.number, only),
          upTo === undefined ? undefined : lte(cases.number, upTo),
        ),
      )
      .returning({ number: cases.number })
      .all()
    refreshCases(services, guildId, ended)
    return ended.length
  })
}
