import { type APIUser, GuildPremiumTier } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { missingPermissions } from '../errors.ts'
import { guildPermissions, requireMember, requirePermission } from '../guard.ts'
import { has, permission } from '../permissions.ts'
import type { GuildState } from '../state.ts'

/** What emoji, stickers and sounds have in common. Source: Discord's documentation of the three resources. */

/** @throws DiscordError 50001, 50013 without CREATE_GUILD_EXPRESSIONS */
export const requireMaker = (sandbox: Sandbox, actorId: string, guildId: string): GuildState =>
  requirePermission(sandbox, actorId, guildId, permission.CreateGuildExpressions)

/**
 * Requires permission to change an expression: the actor's own needs either permission, other people's
 * MANAGE_GUILD_EXPRESSIONS.
 * @param maker who uploaded it
 * @throws DiscordError 50001, 50013
 */
export function requireKeeper(sandbox: Sandbox, actorId: string, guildId: string, maker: APIUser | undefined): void {
  requireMember(sandbox, actorId, guildId)
  const granted = guildPermissions(sandbox, actorId, guildId)
  const isOwn = maker?.id === actorId && has(granted, permission.CreateGuildExpressions)
  if (!isOwn && !has(granted, permission.ManageGuildExpressions)) throw missingPermissions()
}

/** Shows the uploader only to members who may create or manage expressions, and never over the gateway. */
export function shownTo<T extends { user?: APIUser }>(
  sandbox: Sandbox,
  viewerId: string,
  guildId: string,
  expression: T,
): T | Omit<T, 'user'> {
  const granted = guildPermissions(sandbox, viewerId, guildId)
  const seesMaker = (granted & (permission.CreateGuildExpressions | permission.ManageGuildExpressions)) !== 0n
  return seesMaker ? expression : withoutMaker(expression)
}

export function withoutMaker<T extends { user?: APIUser }>(expression: T): Omit<T, 'user'> {
  const { user: _, ...rest } = expression
  return rest
}

/** How many a guild may have, by its boost level (0 to 3). */
export const slotsOf = ({ guild }: GuildState, byTier: readonly [number, number, number, number]): number =>
  byTier[guild.premium_tier ?? GuildPremiumTier.None]
