import { createHash } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import { antinukeBypassHolders as rows } from './table.ts'

type Store = Pick<Services, 'db' | 'memory'>

/** Stands for somebody who was forgotten. */
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

/** Remembers who gave somebody the bypass role, for good: what is known of a later moment holds. */
export function noteBypass(
  services: Store,
  guildId: string,
  userId: string,
  given: Pick<typeof rows.$inferSelect, 'roleId' | 'at' | 'isRightful'>,
): void {
  const before = holderOf(services, guildId, userId)
  if (before && before.at >= given.at && before.roleId === given.roleId) return
  services.db
    .insert(rows)
    .values({ guildId, userId, ...given })
    .onConflictDoUpdate({ target: [rows.guildId, rows.userId], set: given })
    .run()
}

/** The bypass role of somebody whom nobody gave it who may: it lets them do nothing until somebody does. */
export function givenBypass(services: Store, guildId: string, userId: string): string | undefined {
  const holder = holderOf(services, guildId, userId)
  return holder?.isRightful === false ? holder.roleId : undefined
}

/** Whoever was given the bypass role wrongly gains nothing by being forgotten: their id goes, a hash of it stays. */
export function forgetBypass({ db }: Store, userId: string, guildId: string | undefined): void {
  const theirs = and(eq(rows.userId, userId), guildId === undefined ? undefined : eq(rows.guildId, guildId))
  for (const { guildId: id } of db
    .select()
    .from(rows)
    .where(and(theirs, eq(rows.isRightful, false)))
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
