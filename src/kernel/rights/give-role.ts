import { DiscordAPIError, type GuildMember, RESTJSONErrorCodes } from 'discord.js'
import type { Contract } from '#contract'
import { isRefusal } from '#kit/discord-errors.ts'
import { autoGrantProblem } from '#kit/role-grants.ts'
import { state } from '../declarations/state.ts'
import type { Services } from '../feature.ts'
import { tellUnkept } from '../notify-unkept.ts'

/** The reasons for withholding a role that were reported in the server, by feature and role. */
const toldIn = state(() => new Map<string, string>())

/** The sentence for a refusal by Discord, which a retry would get again; undefined for other errors. */
const refusal = (error: unknown): string | undefined =>
  isRefusal(error) ? `Discord refused: ${error.message}.` : undefined

/**
 * Gives a member a role that they have earned or are due, if that is still safe: since it was chosen, the role may have
 * moved up, gained permissions, been given access to the dashboard or been deleted. Each reason why a role is not given
 * is reported in the server once, and again after a restart.
 * @param why the reason for Discord's audit log
 * @returns whether the member has it now
 * @throws the error of Discord or the network while Discord is not working
 */
export async function giveRole(
  services: Services,
  { name, title }: Pick<Contract, 'name' | 'title'>,
  { member, roleId, why }: { member: GuildMember; roleId: string; why: string },
): Promise<boolean> {
  const { guild } = member
  const told = toldIn(services, guild.id)
  const key = `${name} ${roleId}`
  const role = guild.roles.cache.get(roleId)
  // Not reported: the feature with the setting reports it, and returning members often had roles that no longer exist.
  if (!role) return false
  let problem = autoGrantProblem(services.access, role)
  if (problem === undefined)
    try {
      // Roles are added one by one: setting the whole list would undo what somebody else gives in the same second.
      await member.roles.add(roleId, why)
      told.delete(key)
      return true
    } catch (error) {
      // The member has left, which the gateway has not reported yet: nothing is wrong with the role.
      if (error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownMember) return false
      problem = refusal(error)
      if (problem === undefined) throw error
    }
  const named = { feature: name, guildId: guild.id, userId: member.id, roleId, problem }
  const isNew = told.get(key) !== problem
  services.log[isNew ? 'warn' : 'debug'](named, 'role not given')
  if (isNew) {
    told.set(key, problem)
    tellUnkept(services, guild, { name, title }, { promise: `give <@${member.id}> <@&${roleId}>`, why: problem })
  }
  return false
}
