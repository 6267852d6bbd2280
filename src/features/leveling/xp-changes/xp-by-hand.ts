import { DiscordAPIError, type GuildMember, RESTJSONErrorCodes, type User } from 'discord.js'
import { and, eq } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { freshMember } from '#kit/fresh-member.ts'
import { demandMayLower } from '../role-changes/permissions.ts'
import { levelingMembers as members } from '../table.ts'
import { changeMemberXp, type MemberXpChange, totalOfRepeat } from './change-xp.ts'

type Doing = Pick<Services, 'db' | 'log' | 'now' | 'scheduler' | 'memory' | 'client' | 'settings'>

const rowOf = (guildId: string, userId: string) => and(eq(members.guildId, guildId), eq(members.userId, userId))

async function accountOf({ client }: Doing, userId: string): Promise<User> {
  try {
    return await client.users.fetch(userId)
  } catch (err) {
    if (err instanceof DiscordAPIError && err.code === RESTJSONErrorCodes.UnknownUser)
      throw new UserError('leveling.member', 'There is no Discord user with that ID.', 404)
    throw err
  }
}

/**
 * Raises, lowers or sets anybody's XP, even of somebody who has never written or has left, who keeps it for their
 * return.
 * @param by the member who asks, who cannot take a level role this way that they could not take by hand
 * @throws UserError for bots and nonexistent accounts, and 403 if it would take a role
 */
export async function changeXpByHand(
  services: Doing,
  by: GuildMember,
  userId: string,
  { kind, amount, key }: Omit<MemberXpChange, 'by'>,
): Promise<{ total: number; present: boolean }> {
  const { db } = services
  const { guild } = by
  const change = { kind, amount, key, by: { userId: by.id, name: by.user.username } }
  // A repeated request gets its answer, whatever roles the change would take now.
  if (totalOfRepeat(services, guild.id, { userId, ...change }) === undefined)
    await demandMayLower(services, by, userId, change)
  const known = db.select({ present: members.present }).from(members).where(rowOf(guild.id, userId)).get()
  // The account of somebody with a row was checked when they got it; an imported one may no longer exist.
  if (known) return { total: changeMemberXp(services, guild.id, userId, change), present: known.present }
  const { bot } = await accountOf(services, userId)
  if (bot) throw new UserError('leveling.bot', 'Bots earn no XP. Choose a person.')
  const present = (await freshMember(guild, userId)) !== undefined
  const total = db.transaction(() => {
    const changed = changeMemberXp(services, guild.id, userId, change)
    if (!present) db.update(members).set({ present }).where(rowOf(guild.id, userId)).run()
    return changed
  })
  return { total, present }
}
