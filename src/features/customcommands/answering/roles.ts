import type { GuildMember } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { giveRole } from '#kernel/rights/give-role.ts'
import { isRefusal } from '#kit/discord-errors.ts'
import { UserError } from '#kit/errors.ts'
import customcommands from '../contract.ts'
import type { CommandDesign } from '../design/contract.ts'

const refused = (what: string, roleId: string) =>
  new UserError('customcommands.role', `<@&${roleId}> cannot be ${what} right now. The server’s team is told why.`, 403)

/** Takes a role from the caller. @throws UserError if Discord refuses */
async function takeRole(services: Services, member: GuildMember, roleId: string, why: string): Promise<void> {
  if (!member.guild.roles.cache.has(roleId)) throw refused('taken', roleId)
  if (!member.roles.cache.has(roleId)) return
  try {
    await member.roles.remove(roleId, why)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const facts = { err: error, feature: customcommands.name, guildId: member.guild.id, roleId }
    services.log.warn(facts, 'role not taken')
    throw refused('taken', roleId)
  }
}

/**
 * Gives and takes the roles of a command; safe to repeat. The role is judged again at this moment, and if it is not
 * given, none is taken either.
 * @throws UserError if it was not done
 */
export async function changeRoles(
  services: Services,
  member: GuildMember,
  { name, gives_role: gives, takes_role: takes }: Pick<CommandDesign, 'name' | 'gives_role' | 'takes_role'>,
): Promise<void> {
  const why = `Custom command ${name}`
  if (gives !== null && !member.roles.cache.has(gives)) {
    const given = await giveRole(services, customcommands, { member, roleId: gives, why })
    if (!given) throw refused('given', gives)
  }
  if (takes !== null) await takeRole(services, member, takes, why)
}
