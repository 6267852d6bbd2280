import { and, eq, isNull, lt } from 'drizzle-orm'
import type { GuildMember, PartialGuildMember } from 'discord.js'
import type { Database, Services } from '#kernel/feature.ts'
import { stickyRoles } from './table.ts'

/** How long the roles of somebody who left are kept. The page says so. */
const retentionMs = 90 * 24 * 60 * 60_000

const of = (guildId: string, userId: string) => and(eq(stickyRoles.guildId, guildId), eq(stickyRoles.userId, userId))

/** Roles of integrations and @everyone come by themselves. */
const rolesOf = (member: GuildMember) =>
  member.roles.cache
    .filter(role => !role.managed && role.id !== member.guild.id)
    .map(({ id }) => id)
    .join(' ')

/** Notes what a member has now, unless they returned and still wait for what they had. */
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

/** Somebody left: the clock of forgetting starts. Who is in no cache left with what was noted last. */
export function recordDeparture({ db, now }: Services, member: GuildMember | PartialGuildMember): void {
  const seen = member.partial ? {} : { roleIds: rolesOf(member) }
  db.update(stickyRoles)
    .set({ ...seen, leftAt: now() })
    .where(of(member.guild.id, member.id))
    .run()
}

/** What somebody had when they left. */
export function rolesAtDeparture(db: Database, guildId: string, userId: string): string[] {
  const row = db.select().from(stickyRoles).where(of(guildId, userId)).get()
  return row === undefined || row.leftAt === null ? [] : row.roleIds.split(' ').filter(Boolean)
}

/** They have their roles again, or shall not get them. */
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
