import { and, eq, isNull, lt } from 'drizzle-orm'
import type { GuildMember, PartialGuildMember } from 'discord.js'
import type { Database, Services } from '#kernel/feature.ts'
import { stickyRoles } from './table.ts'

/** How long the roles of a member who left are kept. The settings page states it. */
const retentionMs = 90 * 24 * 60 * 60_000

const of = (guildId: string, userId: string) => and(eq(stickyRoles.guildId, guildId), eq(stickyRoles.userId, userId))

/** Managed roles and @everyone cannot be given by hand. */
const rolesOf = (member: GuildMember) =>
  member.roles.cache
    .filter(role => !role.managed && role.id !== member.guild.id)
    .map(({ id }) => id)
    .join(' ')

/** Records a member's current roles, unless they have returned and their old ones are still to be restored. */
export function recordRoles(db: Database, member: GuildMember): void {
  const row = { guildId: member.guild.id, userId: member.id, roleIds: rolesOf(member) }
  db.insert(stickyRoles)
    .values(row)
    .onConflictDoUpdate({
      target: [stickyRoles.guildId, stickyRoles.userId],
      set: { roleIds: row.roleIds },
      setWhere: isNull(stickyRoles.leftAt),
    })
    .run()
}

/** A member left: retention starts. For one who is not cached, the roles recorded last are kept. */
export function recordDeparture({ db, now }: Services, member: GuildMember | PartialGuildMember): void {
  const seen = member.partial ? {} : { roleIds: rolesOf(member) }
  db.update(stickyRoles)
    .set({ ...seen, leftAt: now() })
    .where(of(member.guild.id, member.id))
    .run()
}

/** The roles a member had when they left. */
export function rolesAtDeparture(db: Database, guildId: string, userId: string): string[] {
  const row = db.select().from(stickyRoles).where(of(guildId, userId)).get()
  return row === undefined || row.leftAt === null ? [] : row.roleIds.split(' ').filter(Boolean)
}

/** Marks a returned member as dealt with: their roles are restored, or will not be. */
export const markRestored = (db: Database, guildId: string, userId: string) =>
  db.update(stickyRoles).set({ leftAt: null }).where(of(guildId, userId)).run()

export const deleteStickyRoles = (db: Database, guildId: string) =>
  db.delete(stickyRoles).where(eq(stickyRoles.guildId, guildId)).run()

export const deleteExpired = ({ db, now }: Services) =>
  db
    .delete(stickyRoles)
    .where(lt(stickyRoles.leftAt, now() - retentionMs))
    .run()

export const hasStickyRoles = (db: Database, guildId: string): boolean =>
  db.select({ userId: stickyRoles.userId }).from(stickyRoles).where(eq(stickyRoles.guildId, guildId)).limit(1).get() !==
  undefined
