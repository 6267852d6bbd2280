import { and, eq, isNull, lt } from 'drizzle-orm'
import type { GuildMember, PartialGuildMember } from 'discord.js'
import type { Database, Services } from '#kernel/feature.ts'
import { heldRoles } from './table.ts'

/** How long the roles of somebody who left are kept. The page says so. */
export const keptMs = 90 * 24 * 60 * 60_000

const of = (guildId: string, userId: string) => and(eq(heldRoles.guildId, guildId), eq(heldRoles.userId, userId))

/** Roles of integrations and @everyone come by themselves. */
const rolesOf = (member: GuildMember) =>
  member.roles.cache
    .filter(role => !role.managed && role.id !== member.guild.id)
    .map(({ id }) => id)
    .join(' ')

/** Notes what a member has now, unless they returned and still wait for what they had. */
export function noteRoles(db: Database, member: GuildMember): void {
  const row = { guildId: member.guild.id, userId: member.id, roleIds: rolesOf(member) }
  db.insert(heldRoles)
    .values(row)
    .onConflictDoUpdate({
      target: [heldRoles.guildId, heldRoles.userId],
      set: { roleIds: row.roleIds },
      setWhere: isNull(heldRoles.leftAt),
    })
    .run()
}

/** Somebody left: the clock of forgetting starts. Who is in no cache left with what was noted last. */
export function noteDeparture({ db, now }: Services, member: GuildMember | PartialGuildMember): void {
  const seen = member.partial ? {} : { roleIds: rolesOf(member) }
  db.update(heldRoles)
    .set({ ...seen, leftAt: now() })
    .where(of(member.guild.id, member.id))
    .run()
}

/** What somebody had when they left. */
export function rolesBefore(db: Database, guildId: string, userId: string): string[] {
  const row = db.select().from(heldRoles).where(of(guildId, userId)).get()
  return row === undefined || row.leftAt === null ? [] : row.roleIds.split(' ').filter(Boolean)
}

/** They have their roles again, or shall not get them. */
export const settle = (db: Database, guildId: string, userId: string) =>
  db.update(heldRoles).set({ leftAt: null }).where(of(guildId, userId)).run()

export const forgetHeld = (db: Database, guildId: string) =>
  db.delete(heldRoles).where(eq(heldRoles.guildId, guildId)).run()

export const sweepHeld = ({ db, now }: Services) =>
  db
    .delete(heldRoles)
    .where(lt(heldRoles.leftAt, now() - keptMs))
    .run()

export const isNoted = (db: Database, guildId: string): boolean =>
  db.select({ userId: heldRoles.userId }).from(heldRoles).where(eq(heldRoles.guildId, guildId)).limit(1).get() !==
  undefined

export const heldOf = (db: Database, guildId: string) =>
  db.select().from(heldRoles).where(eq(heldRoles.guildId, guildId)).all()

export const forgetHolder = (db: Database, userId: string, guildId: string | undefined) =>
  db
    .delete(heldRoles)
    .where(guildId === undefined ? eq(heldRoles.userId, userId) : of(guildId, userId))
    .run()
