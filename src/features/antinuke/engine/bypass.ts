import { createHash } from 'node:crypto'
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { processState, type Services, state } from '#kernel/feature.ts'
import { isKnown } from '../journal/record.ts'
import { latest } from '../journal/state-at.ts'
import { antinukeBypassHolders as rows } from './table.ts'

type Store = Pick<Services, 'db' | 'memory'>
type Remembered = Pick<Services, 'db' | 'now' | 'memory'>

/** The hash that replaces the id of somebody who was forgotten. */
const hashOf = (guildId: string, userId: string): string =>
  createHash('sha256').update(`${guildId} ${userId}`).digest('base64url')

const { placeholder } = sql

const holder = processState(({ db }: Pick<Services, 'db'>) =>
  db
    .select()
    .from(rows)
    .where(
      and(eq(rows.guildId, placeholder('guildId')), inArray(rows.userId, [placeholder('userId'), placeholder('hash')])),
    )
    .prepare(),
)

const holderOf = (services: Store, guildId: string, userId: string): typeof rows.$inferSelect | undefined =>
  holder(services)
    .all({ guildId, userId, hash: hashOf(guildId, userId) })
    .toSorted((a, b) => b.at - a.at)[0]

/** The longest time between an entry of the audit log and the event it belongs to (ms). */
const apartMs = 60_000
/** Entries that arrived before their event: who was given the role, and when the entry arrived (Unix ms). */
const toldOf = state(() => new Map<string, number>())

function tell(services: Remembered, guildId: string, userId: string): void {
  const told = toldOf(services, guildId)
  for (const [id, at] of told) if (services.now() - at > apartMs) told.delete(id)
  told.set(userId, services.now())
}

/**
 * Remembers for good whether the person who gave somebody the bypass role may give it. What is known of a later moment
 * is kept.
 */
export function noteBypass(
  services: Remembered,
  guildId: string,
  userId: string,
  given: Pick<typeof rows.$inferSelect, 'roleId' | 'at' | 'isRightful'>,
): void {
  const before = holderOf(services, guildId, userId)
  if (before && before.at >= given.at && before.roleId === given.roleId) return
  if (!before || before.gainedAt === null) tell(services, guildId, userId)
  const held = { ...given, gainedAt: null }
  services.db
    .insert(rows)
    .values({ guildId, userId, ...held })
    .onConflictDoUpdate({ target: [rows.guildId, rows.userId], set: held })
    .run()
}

/**
 * Notes that the bot gave somebody back what they had: they hold it on the same terms as before.
 * @param at Unix ms, by Discord's clock
 */
export function noteBypassBack(services: Remembered, guildId: string, userId: string, at: number): void {
  const before = holderOf(services, guildId, userId)
  if (before && before.at >= at) return
  if (!before || before.gainedAt === null) tell(services, guildId, userId)
  if (!before) return
  services.db
    .update(rows)
    .set({ at, gainedAt: null })
    .where(and(eq(rows.guildId, guildId), eq(rows.userId, before.userId)))
    .run()
}

/**
 * Remembers that somebody received the bypass role. Invites and onboarding give roles, and nothing says who made those:
 * until an entry of the audit log names the giver, nobody who may give the role counts as having given it.
 */
export function noteBypassGained(services: Remembered, guildId: string, userId: string, roleId: string): void {
  const told = toldOf(services, guildId)
  const toldAt = told.get(userId)
  told.delete(userId)
  if (toldAt !== undefined && Math.abs(services.now() - toldAt) <= apartMs) return
  const gainedAt = services.now()
  const isSameRole = holderOf(services, guildId, userId)?.roleId === roleId
  const held = { roleId, at: 0, isRightful: true, gainedAt }
  services.db
    .insert(rows)
    .values({ guildId, userId, ...held })
    .onConflictDoUpdate({ target: [rows.guildId, rows.userId], set: isSameRole ? { gainedAt } : held })
    .run()
}

/**
 * Whether somebody has only just received a role, as far as is known.
 * @param known the roles that they had, where the roster has them
 */
export function isGained(
  services: Services,
  guildId: string,
  { userId, roleId, known }: { userId: string; roleId: string; known: readonly string[] | undefined },
): boolean {
  if (known) return !known.includes(roleId)
  const held = latest(services, guildId, 'member', userId)?.['roles']
  if (Array.isArray(held)) return !held.includes(roleId)
  // Nothing is kept about members who have neither roles nor a nickname.
  return isKnown(services, guildId, 'member')
}

/**
 * The bypass role of somebody who did not receive it from a person who may give it: it exempts them from nothing until
 * such a person gives it.
 */
export function givenBypass(services: Store, guildId: string, userId: string): string | undefined {
  const holder = holderOf(services, guildId, userId)
  return holder && (!holder.isRightful || holder.gainedAt !== null) ? holder.roleId : undefined
}

/** Somebody's roles, without the bypass role if nobody who may give it gave it to them. */
export function rightfulRoles(
  services: Store,
  guildId: string,
  bypassRole: string | null,
  { id, roles }: { id: string; roles: readonly string[] },
): readonly string[] {
  if (bypassRole === null || !roles.includes(bypassRole)) return roles
  const lent = givenBypass(services, guildId, id)
  return roles.filter(role => role !== lent)
}

/**
 * Forgets somebody's id. Where they were wrongly given the bypass role, a hash of the id stays, so that they gain
 * nothing by being forgotten.
 */
export function forgetBypass({ db }: Store, userId: string, guildId: string | undefined): void {
  const theirs = and(eq(rows.userId, userId), guildId === undefined ? undefined : eq(rows.guildId, guildId))
  for (const { guildId: id } of db
    .select()
    .from(rows)
    .where(and(theirs, or(eq(rows.isRightful, false), isNotNull(rows.gainedAt))))
    .all()) {
    const hash = hashOf(id, userId)
    db.delete(rows)
      .where(and(eq(rows.guildId, id), eq(rows.userId, hash)))
      .run()
    db.update(rows)
      .set({ userId: hash })
      .where(and(eq(rows.guildId, id), eq(rows.userId, userId)))
      .run()
  }
}
