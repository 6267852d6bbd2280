import { PermissionFlagsBits as P } from 'discord.js'
import { type PowerKey, powerKeys } from './contract.ts'

/** Where somebody could use a power: in the whole server, or in some of its channels. */
type Reach = 'everywhere' | 'some' | 'none'
export type Held = Record<PowerKey, Reach>

const bits: Record<PowerKey, bigint> = {
  bans: P.BanMembers,
  kicks: P.KickMembers,
  roles: P.ManageRoles,
  channels: P.ManageChannels,
  webhooks: P.ManageWebhooks,
  server: P.ManageGuild,
  pings: P.MentionEveryone,
}

/** All permissions that the page calls power. */
export const anyPower: bigint = Object.values(bits).reduce((sum, bit) => sum | bit, P.Administrator)

/**
 * Returns where each power can be used. @param own permissions in the server @param all permissions in the server or in
 * any channel
 */
export function powersHeld(own: bigint, all: bigint): Held {
  const reach = (bit: bigint): Reach => {
    if ((own & (bit | P.Administrator)) !== 0n) return 'everywhere'
    return (all & bit) === 0n ? 'none' : 'some'
  }
  return Object.fromEntries(powerKeys.map(key => [key, reach(bits[key])])) as Held
}

/** Whether these permissions are enough to use a power. */
export const mayUse = (held: bigint, key: PowerKey): boolean => (held & (bits[key] | P.Administrator)) !== 0n
