import { type APIApplicationCommand, InteractionContextType } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { guildPermissions, permissionsIn, requireChannel, requireMember } from '../guard.ts'
import { allPermissions, has, permission } from '../permissions.ts'
import type { Application } from '../state.ts'
import { overrideFor, type Runner } from './permissions.ts'

/**
 * Whether a member may run a command: USE_APPLICATION_COMMANDS and all of `default_member_permissions`, here or in the
 * guild; '0' leaves administrators only. Overrides that the guild's administrators set take precedence over
 * `default_member_permissions`.
 * @param runner the member and channel; undefined in direct messages
 */
export function mayRun(sandbox: Sandbox, command: APIApplicationCommand, granted: bigint, runner?: Runner): boolean {
  if (has(granted, permission.Administrator)) return true
  const needs = command.default_member_permissions
  if (!has(granted, permission.UseApplicationCommands)) return false
  const { channel, member } = runner ? overrideFor(sandbox, command, runner) : { channel: true, member: undefined }
  if (!channel || member !== undefined) return channel && member === true
  if (needs === '0') return false
  return needs === null || needs === undefined || has(granted, BigInt(needs))
}

/** Commands without contexts can be used everywhere, except in direct messages if `dm_permission` is false. */
const fitsContext = (command: APIApplicationCommand, context: InteractionContextType) =>
  command.contexts?.includes(context) ?? (context !== InteractionContextType.BotDM || command.dm_permission !== false)

/** Global and guild commands of one application, for use in a guild or, without one, in direct messages. */
export function commandsFor(sandbox: Sandbox, applicationId: string, guildId: string | undefined) {
  const scopes = sandbox.world.commands.get(applicationId)
  const context = guildId === undefined ? InteractionContextType.BotDM : InteractionContextType.Guild
  const own = guildId === undefined ? [] : [...(scopes?.get(guildId)?.values() ?? [])]
  return [...own, ...(scopes?.get('global')?.values() ?? [])].filter(command => fitsContext(command, context))
}

interface CommandIndex {
  applications: { id: string; name: string; bot_id: string }[]
  application_commands: APIApplicationCommand[]
}

/** The commands that a member's client offers. @throws DiscordError 50001 */
export function guildCommandIndex(sandbox: Sandbox, userId: string, guildId: string): CommandIndex {
  const { members } = requireMember(sandbox, userId, guildId)
  const here = [...sandbox.world.applications.values()].filter(({ botUserId }) => members.has(botUserId))
  return indexOf(sandbox, here, guildPermissions(sandbox, userId, guildId), { guildId, userId })
}

/** The same in one channel, or in direct messages with a bot. @throws DiscordError 10003, 50001 */
export function channelCommandIndex(sandbox: Sandbox, userId: string, channelId: string): CommandIndex {
  const { channel, guildId } = requireChannel(sandbox, userId, channelId)
  const present =
    guildId === undefined
      ? new Set('recipients' in channel ? channel.recipients?.map(({ id }) => id) : [])
      : requireMember(sandbox, userId, guildId).members
  const here = [...sandbox.world.applications.values()].filter(({ botUserId }) => present.has(botUserId))
  const granted = guildId === undefined ? allPermissions : permissionsIn(sandbox, userId, channelId)
  return indexOf(sandbox, here, granted, guildId === undefined ? undefined : { guildId, userId, channelId })
}

function indexOf(sandbox: Sandbox, here: Application[], granted: bigint, runner: Runner | undefined): CommandIndex {
  const application_commands = here.flatMap(({ id }) =>
    commandsFor(sandbox, id, runner?.guildId).filter(command => mayRun(sandbox, command, granted, runner)),
  )
  const used = new Set(application_commands.map(command => command.application_id))
  return { applications: here.filter(({ id }) => used.has(id)).map(summary), application_commands }
}

const summary = ({ id, name, botUserId }: Application) => ({ id, name, bot_id: botUserId })
