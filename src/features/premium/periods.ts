import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { UserError } from '#kit/errors.ts'
import { type Services, state } from '#kernel/feature.ts'
import { monthDays, type Standing } from './contract.ts'
import { type Premium, premiumAt } from './premium-at.ts'
import { type PeriodKind, type Period, premiumClaims, premiumPeriods, premiumServers } from './table.ts'
import { scheduleCheck } from './watch-handle.ts'

const dayMs = 86_400_000

type Stored = Pick<Services, 'db' | 'now' | 'memory' | 'scheduler'>

/** A cache, because every event of a premium feature asks: valid until a period changes or time passes its end. */
const known = state(() => ({ premium: undefined as Premium | undefined, readAt: 0 }))

export const periodsOf = ({ db }: Pick<Services, 'db'>, guildId: string): Period[] =>
  db.select().from(premiumPeriods).where(eq(premiumPeriods.guildId, guildId)).all()

/**
 * Servers whose features were notified of a state that is not true now: a clock was ahead then, in an earlier process.
 */
export const serversNotifiedWrongly = (services: Stored): string[] =>
  services.db
    .select()
    .from(premiumServers)
    .all()
    .flatMap(({ guildId, had }) => (had === (premiumOf(services, guildId).until !== undefined) ? [] : [guildId]))

/** Whether a server has premium now, through what and until when. */
export function premiumOf(services: Stored, guildId: string): Premium {
  const kept = known(services, guildId)
  const now = services.now()
  const { premium, readAt } = kept
  const hasGoneBack = premium !== undefined && now < readAt
  if (premium && !hasGoneBack && now < (premium.until ?? premium.next ?? Infinity)) return premium
  const read = premiumAt(periodsOf(services, guildId), now)
  Object.assign(kept, { premium: read, readAt: now })
  // A period that ended by a clock that was ahead continues.
  if (hasGoneBack) scheduleCheck(services, guildId)
  return read
}

/** Call after every change of a server's periods: drops the cache and schedules the consequences. */
export function periodsChanged(services: Stored, guildId: string): void {
  known(services, guildId).premium = undefined
  scheduleCheck(services, guildId)
}

/** Each server has one free month, even if its data is erased: this hash shows that it had one. */
const markOf = (guildId: string) => createHash('sha256').update(`a free month of premium: ${guildId}`).digest('hex')

const claimOf = ({ db }: Pick<Services, 'db'>, guildId: string) =>
  db
    .select()
    .from(premiumClaims)
    .where(eq(premiumClaims.mark, markOf(guildId)))
    .get()

/** What people are shown about a server's premium. */
export function standingOf(services: Stored & Pick<Services, 'entitlements'>, guildId: string): Standing {
  if (services.entitlements.mode === 'all') return { state: 'on', by: null, until: null, claimedAt: null }
  const { by = null, until } = premiumOf(services, guildId)
  return {
    state: until === undefined ? 'off' : 'on',
    by,
    until: until === undefined || until === Infinity ? null : until,
    claimedAt: claimOf(services, guildId)?.at ?? null,
  }
}

const inMonth = (at: number) =>
  new Date(at).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Demands that premium is granted per server. @throws UserError if every server has it anyway */
function demandGranting({ entitlements }: Pick<Services, 'entitlements'>): void {
  if (entitlements.mode === 'all')
    throw new UserError(
      'premium.all',
      'Every server has premium here, and it never ends. There is nothing to claim or grant.',
      409,
    )
}

interface Addition {
  guildId: string
  days: number
  byId: string
}

/** Adds days after those that the server already has. @throws UserError if its premium never ends */
function addPeriod(services: Stored, kind: PeriodKind, { guildId, days, byId }: Addition): void {
  const until = premiumOf(services, guildId).until
  if (until === Infinity)
    throw new UserError('premium.endless', 'This server has premium for good: more days would be lost.', 409)
  const startsAt = until ?? services.now()
  services.db
    .insert(premiumPeriods)
    .values({ guildId, kind, startsAt, endsAt: startsAt + days * dayMs, byId })
    .run()
}

/** Claims the free month, once. @throws UserError if it was claimed before, or would have no effect */
export function claim(
  services: Stored & Pick<Services, 'entitlements'>,
  { guildId, byId }: { guildId: string; byId: string },
): Standing {
  demandGranting(services)
  services.db.transaction(() => {
    const before = claimOf(services, guildId)
    if (before)
      throw new UserError(
        'premium.claimed',
        `The free month of this server was used in ${inMonth(before.at)}. A server has one.`,
        409,
      )
    addPeriod(services, 'claim', { guildId, days: monthDays, byId })
    services.db
      .insert(premiumClaims)
      .values({ mark: markOf(guildId), at: services.now() })
      .run()
    periodsChanged(services, guildId)
  })
  return standingOf(services, guildId)
}

/** Grants days of premium. @throws UserError if the server's premium never ends */
export function grant(services: Stored & Pick<Services, 'entitlements'>, addition: Addition): Standing {
  demandGranting(services)
  services.db.transaction(() => {
    addPeriod(services, 'grant', addition)
    periodsChanged(services, addition.guildId)
  })
  return standingOf(services, addition.guildId)
}

/**
 * Revokes grants and the free month, but not what Discord sold.
 * @returns whether there was anything to revoke
 */
export function revoke(services: Stored & Pick<Services, 'entitlements'>, guildId: string): boolean {
  demandGranting(services)
  return services.db.transaction(() => {
    const now = services.now()
    const standing = periodsOf(services, guildId).filter(
      ({ kind, endsAt, endedAt }) => kind !== 'discord' && endedAt === null && (endsAt ?? Infinity) > now,
    )
    for (const { id } of standing)
      services.db
        .update(premiumPeriods)
        .set({ endedAt: now })
        .where(and(eq(premiumPeriods.id, id), isNull(premiumPeriods.endedAt)))
        .run()
    if (standing.length > 0) periodsChanged(services, guildId)
    return standing.length > 0
  })
}
