import { DiscordAPIError, type GuildMember, RESTJSONErrorCodes } from 'discord.js'
import type { Contract } from '#contract'
import { givingProblem } from '#kit/role-grants.ts'
import { state } from '../declarations/state.ts'
import type { Services } from '../feature.ts'
import { tellUnkept } from '../unkept-promise.ts'

/** Why a role is withheld, by feature and role, as the server was told. */
const toldIn = state(() => new Map<string, string>())

/** Discord's refusals, which a retry would run into again. */
const refusal = (error: unknown): string | undefined =>
  error instanceof DiscordAPIError && error.status < 500 ? `Discord refused: ${error.message}.` : undefined

/**
 * Gives a member a role that they have earned or are due, if it is still safe to: since it was chosen it may have
 * moved up, gained powers, been opened to the dashboard or been deleted. Each reason why a role is not given is told
 * in the server once; after a restart once more.
 * @param why for Discord's audit log
 * @returns whether they have it now
 * @throws what Discord answers while it is out of order
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
  // Whose setting it is says so, and returning members have held many a role that is gone.
  if (!role) return false
  let problem = givingProblem(services.access, role)
  if (problem === undefined)
    try {
      // One at a time: setting the whole list would undo what somebody else gives in the same second.
      await member.roles.add(roleId, why)
      told.delete(key)
      return true
    } catch (error) {
      // They have left, of which Discord has not told yet: nothing is wrong with the role.
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
