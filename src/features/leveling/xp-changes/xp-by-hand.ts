import { DiscordAPIError, type GuildMember, RESTJSONErrorCodes, type User } from 'discord.js'
import { and, eq } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { freshMember } from '#kit/fresh-member.ts'
import { demandMayLower } from '../role-changes/permissions.ts'
import { levelingMembers as members } from '../table.ts'
import { changeMemberXp, type MemberXpChange, totalMade } from './change-xp.ts'

type Doing = Pick<Services, 'db' | 'log' | 'now' | 'scheduler' | 'memory' | 'client' | 'settings'>

const rowOf = (guildId: string, userId: string) => and(eq(members.guildId, guildId), eq(members.userId, userId))

async function accountOf({ client }: Doing, userId: string): Promise<User> {
  try {
    return await client.users.fetch(userId)
  } catch (err) {
    if (err instanceof DiscordAPIError && err.code === RESTJSONErrorCodes.UnknownUser)
      throw new UserError('leveling.member', 'There is no Discord user with that id.', 404)
    throw err
  }
}

/**
 * Raises, lowers or sets somebody's XP: anybody's, also of those who have never written or have left, who keep it for
 * their return.
 * @param by whoever asks for it, who takes no level role in this way that they could not take by hand
 * @throws UserError for bots, where there is no such account, and 403 where it would take a role
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
  // What was done is told, whatever roles it would take now.
  if (totalMade(services, guild.id, { userId, ...change }) === undefined)
    await demandMayLower(services, by, userId, change)
  const known = db.select({ present: members.present }).from(members).where(rowOf(guild.id, userId)).get()
  // Whoever has a row was judged when they got it; imported ones may no longer have an account.
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
