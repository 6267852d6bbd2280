import type { Database } from '#kernel/feature.ts'
import { SnowflakeUtil } from 'discord.js'
import { and, asc, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import type { JoinFinding } from './attribute.ts'
import type { fakeReasons } from './contract.ts'
import { inviteCredits, inviteJoins } from './table.ts'

type JoinRow = typeof inviteJoins.$inferSelect
type FakeReason = (typeof fakeReasons)[number]

interface Join {
  guildId: string
  userId: string
  /** When Discord says that they joined, Unix ms. */
  at: number
}

const dayMs = 24 * 3_600_000
const of = ({ guildId, userId }: Pick<Join, 'guildId' | 'userId'>) =>
  and(eq(inviteJoins.guildId, guildId), eq(inviteJoins.userId, userId))

/**
 * Records a join before it is known how they joined, so that a crash loses nobody and a departure finds its row.
 * @param since when we learned of it (Unix ms); null when there is nothing to find out, as with bots
 * @returns false when this join is already known: the event arrived twice
 */
export function recordJoin(db: Database, join: Join, since: number | null): boolean {
  const fresh = {
    via: since === null ? ('bot' as const) : ('unknown' as const),
    certainty: since === null ? ('certain' as const) : ('unknown' as const),
    inviterId: null,
    code: null,
    at: join.at,
    leftAt: null,
    waitingSince: since,
  }
  const { changes } = db
    .insert(inviteJoins)
    .values({ ...join, ...fresh })
    .onConflictDoUpdate({
      target: [inviteJoins.guildId, inviteJoins.userId],
      set: { ...fresh, returned: true },
      setWhere: lt(inviteJoins.at, join.at),
    })
    .run()
  return changes > 0
}

/**
 * Records that somebody left. This includes members we did not see joining, so that they do not count as new when they
 * come back.
 * @param joinedAt when they had joined (Unix ms), if Discord says so
 */
export function recordLeave(
  db: Database,
  { guildId, userId }: Pick<Join, 'guildId' | 'userId'>,
  { joinedAt, leftAt }: { joinedAt: number | null; leftAt: number },
): void {
  db.insert(inviteJoins)
    .values({ guildId, userId, via: 'unknown', certainty: 'unknown', at: joinedAt ?? 0, leftAt })
    .onConflictDoUpdate({
      target: [inviteJoins.guildId, inviteJoins.userId],
      set: { leftAt },
      setWhere: isNull(inviteJoins.leftAt),
    })
    .run()
}

/** Who is in the server as far as we know, and when they joined. */
export const presentJoins = (db: Database, guildId: string): Join[] =>
  db
    .select({ guildId: inviteJoins.guildId, userId: inviteJoins.userId, at: inviteJoins.at })
    .from(inviteJoins)
    .where(and(eq(inviteJoins.guildId, guildId), isNull(inviteJoins.leftAt)))
    .all()

/** Records that somebody left, unless they have rejoined since that join. @returns whether this was new */
export const recordMissedLeave = (db: Database, join: Join, leftAt: number): boolean =>
  db
    .update(inviteJoins)
    .set({ leftAt })
    .where(and(of(join), eq(inviteJoins.at, join.at), isNull(inviteJoins.leftAt)))
    .run().changes > 0

/** Joins that are not attributed yet, in the order in which we learned of them. */
export const waitingJoins = (db: Database, guildId: string): JoinRow[] =>
  db
    .select()
    .from(inviteJoins)
    .where(and(eq(inviteJoins.guildId, guildId), isNotNull(inviteJoins.waitingSince)))
    .orderBy(asc(inviteJoins.waitingSince), asc(inviteJoins.at))
    .all()

/** Since when a member's join has been waiting for attribution (Unix ms), or undefined if it is not. */
export const waitingSince = (db: Database, join: Pick<Join, 'guildId' | 'userId'>): number | undefined =>
  db.select({ since: inviteJoins.waitingSince }).from(inviteJoins).where(of(join)).get()?.since ?? undefined

/** Why a join does not count for its inviter, or null when it does. */
function fakeReason(
  join: Pick<JoinRow, 'userId' | 'at' | 'returned'>,
  inviterId: string,
  youngDays: number,
): FakeReason | null {
  if (inviterId === join.userId) return 'self'
  if (join.returned) return 'rejoin'
  const age = join.at - SnowflakeUtil.timestampFrom(join.userId)
  return age < youngDays * dayMs ? 'young' : null
}

/** Records how somebody joined, and for whom that counts. Skips anybody who has rejoined in the meantime. */
export function storeAttribution(db: Database, join: JoinRow, finding: JoinFinding, youngDays: number): void {
  const { changes } = db
    .update(inviteJoins)
    .set({ ...finding, waitingSince: null })
    .where(and(of(join), eq(inviteJoins.at, join.at)))
    .run()
  if (changes === 0 || finding.inviterId === null) return
  const { guildId, userId } = join
  db.insert(inviteCredits)
    .values({ guildId, userId, inviterId: finding.inviterId, fake: fakeReason(join, finding.inviterId, youngDays) })
    // Members who come back through the same inviter count as before.
    .onConflictDoNothing()
    .run()
}

/** Gives up on joins that cannot be attributed any more. @param before only joins learned of before this; else all */
export function markUnknown(db: Database, guildId: string, before?: number): void {
  db.update(inviteJoins)
    .set({ waitingSince: null })
    .where(
      and(
        eq(inviteJoins.guildId, guildId),
        isNotNull(inviteJoins.waitingSince),
        before === undefined ? undefined : lt(inviteJoins.waitingSince, before),
      ),
    )
    .run()
}

/** The inviters that a member counts for, so that their ranks can be checked again. */
export const inviterIdsOf = (db: Database, guildId: string, userId: string): string[] =>
  db
    .select({ inviterId: inviteCredits.inviterId })
    .from(inviteCredits)
    .where(and(eq(inviteCredits.guildId, guildId), eq(inviteCredits.userId, userId), isNull(inviteCredits.fake)))
    .all()
    .map(({ inviterId }) => inviterId)
