import { ApplicationCommandPermissionType as Type } from 'discord.js'
import type { DiscordOverride } from '../declarations/command-permissions.ts'

/** Who uses a command, and where. */
interface OverrideSubject {
  guildId: string
  userId: string
  roleIds: ReadonlySet<string>
  /** For a thread, the parent's: threads have no overrides. Undefined stands for a channel without overrides. */
  channelId: string | undefined
}

type Overrides = readonly DiscordOverride[]

function memberIn(overrides: Overrides, { guildId, userId, roleIds }: OverrideSubject): boolean | undefined {
  const own = overrides.find(({ type, id }) => type === Type.User && id === userId)
  if (own) return own.permission
  const roles = overrides.filter(({ type, id }) => type === Type.Role && roleIds.has(id) && id !== guildId)
  if (roles.length > 0) return roles.some(({ permission }) => permission)
  return overrides.find(({ type, id }) => type === Type.Role && id === guildId)?.permission
}

function channelIn(overrides: Overrides, { guildId, channelId }: OverrideSubject): boolean | undefined {
  const channels = overrides.filter(({ type }) => type === Type.Channel)
  // Discord writes 'all channels' as the server's id minus one.
  const everywhere = String(BigInt(guildId) - 1n)
  return (channels.find(({ id }) => id === channelId) ?? channels.find(({ id }) => id === everywhere))?.permission
}

/**
 * Whether Discord would let somebody use a slash command. Overrides for the command take precedence over those for all
 * commands of the application; a person before their roles, an allowing role before a denying one, @everyone last.
 * Administrators are exempt, which is checked by the caller. Source: Discord's documentation, "Application Command
 * Permissions".
 */
export function allowedByDiscord(command: Overrides, application: Overrides, subject: OverrideSubject): boolean {
  const isAllowedThere = channelIn(command, subject) ?? channelIn(application, subject) ?? true
  const isAllowedFor = memberIn(command, subject) ?? memberIn(application, subject) ?? true
  return isAllowedThere && isAllowedFor
}
