import { PermissionFlagsBits as P } from 'discord.js'

/** Permissions that let somebody destroy a server, or let others do it. */
export const power: bigint =
  P.Administrator | P.BanMembers | P.KickMembers | P.ManageGuild | P.ManageRoles | P.ManageChannels | P.ManageWebhooks

/**
 * Permissions that let somebody do harm in bulk.
 * Source: the elevated ones of Discord's documentation, "Permissions", and three that it leaves out.
 */
export const danger: bigint =
  power |
  P.ManageMessages |
  P.ManageThreads |
  P.ManageGuildExpressions |
  P.ManageEvents |
  P.ManageNicknames |
  P.ModerateMembers |
  P.MentionEveryone

/** Parses permissions as Discord writes them; none where there is no number. */
export function bitsOf(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  return typeof value === 'string' && /^\d{1,40}$/.test(value) ? BigInt(value) : 0n
}

/** Whether permissions, as Discord writes them, include View Channels. */
export const hasView = (value: unknown): boolean => (bitsOf(value) & P.ViewChannel) !== 0n

/**
 * Whether a holder of `held` may do something that any one of `needed` is enough for; administrators may do everything.
 */
export const mayDo = (held: bigint, needed: bigint): boolean =>
  needed === 0n || (held & (needed | P.Administrator)) !== 0n
