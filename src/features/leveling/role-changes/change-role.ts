import type { GuildMember } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { giveRole } from '#kernel/rights/give-role.ts'
import { isRefusal } from '#kit/discord-errors.ts'
import leveling from '../contract.ts'

const reason = 'Level role'

/**
 * Gives or takes one level role. A role that may no longer be given is left alone.
 * @returns false if it may not be changed, or Discord refuses
 * @throws Discord's error during an outage
 */
export async function changeRole(
  services: Services,
  member: GuildMember,
  roleId: string,
  change: 'given' | 'taken',
): Promise<boolean> {
  const { guild } = member
  if (change === 'given') return giveRole(services, leveling, { member, roleId, why: reason })
  const role = guild.roles.cache.get(roleId)
  if (!role?.editable) return false
  try {
    // One role at a time: setting the whole list would undo simultaneous changes by others.
    await member.roles.remove(role, reason)
    return true
  } catch (err) {
    if (!isRefusal(err)) throw err
    services.log.info({ guildId: guild.id, userId: member.id, roleId, code: err.code }, 'level role refused by Discord')
    return false
  }
}
