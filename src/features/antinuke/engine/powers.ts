import type { Guild } from 'discord.js'
import { danger } from './danger.ts'

/**
 * A role's place in the hierarchy; among equal positions the older role is higher. Source: Discord's documentation,
 * "Permission Hierarchy".
 */
export interface RolePlace {
  id: string
  position: number
}

export interface RolePower extends RolePlace {
  /** The permissions that it gives in the server, and those that can do harm and that it gives in any channel. */
  bits: bigint
  /** The permissions that it gives in the server alone. */
  own: bigint
  managed: boolean
  /** The bot that it belongs to. */
  botId: string | null
}

/** Who may do what in a server, as plain values. */
export interface Powers {
  guildId: string
  ownerId: string
  everyone: bigint
  roles: ReadonlyMap<string, RolePower>
  /** The permissions that can do harm and that channels give single members. */
  members: ReadonlyMap<string, bigint>
  /** The bot itself. */
  self: { id: string; bits: bigint; top: RolePlace }
}

export interface Member {
  id: string
  bot: boolean
  roles: readonly string[]
  /** Whether it is a webhook, which has no place in the server. */
  webhook?: boolean
}

/** Compares two places. @returns above zero when `left` is higher than `right` */
export function comparePlaces(left: RolePlace, right: RolePlace): number {
  if (left.position !== right.position) return left.position - right.position
  const [a, b] = [BigInt(left.id), BigInt(right.id)]
  return a === b ? 0 : a < b ? 1 : -1
}

/** Somebody's highest role; @everyone, which has the server's id, for those without any. */
export function topOf({ roles, guildId }: Pick<Powers, 'roles' | 'guildId'>, held: readonly string[]): RolePlace {
  let top: RolePlace = { id: guildId, position: 0 }
  for (const id of held) {
    const role = roles.get(id)
    if (role && (top.id === guildId || comparePlaces(role, top) > 0)) top = role
  }
  return top
}

/**
 * The permissions that somebody has in the server, and those that can do harm and that they have in any channel, without
 * the rights of an owner.
 */
export function heldBy(
  { everyone, roles, members }: Powers,
  { id, roles: held }: Pick<Member, 'id' | 'roles'>,
): bigint {
  let bits = everyone | (members.get(id) ?? 0n)
  for (const roleId of held) bits |= roles.get(roleId)?.bits ?? 0n
  return bits
}

/** Whether somebody can do harm that not everybody can do. */
export const isDangerous = (powers: Powers, member: Pick<Member, 'id' | 'roles'>): boolean =>
  (heldBy(powers, member) & danger & ~powers.everyone) !== 0n

/** Reads who may do what from the library's roles and channels, which Discord's dispatches keep up to date. */
export function powersOf(guild: Guild): Powers {
  const inChannels = new Map<string, bigint>()
  for (const channel of guild.channels.cache.values()) {
    if (!('permissionOverwrites' in channel)) continue
    for (const { id, allow } of channel.permissionOverwrites.cache.values()) {
      const bits = allow.bitfield & danger
      if (bits !== 0n) inChannels.set(id, (inChannels.get(id) ?? 0n) | bits)
    }
  }
  const roles = new Map<string, RolePower>()
  for (const { id, rawPosition, permissions, managed, tags } of guild.roles.cache.values()) {
    const bits = permissions.bitfield | (inChannels.get(id) ?? 0n)
    inChannels.delete(id)
    roles.set(id, { id, position: rawPosition, bits, own: permissions.bitfield, managed, botId: tags?.botId ?? null })
  }
  const { me } = guild.members
  const place = { roles, guildId: guild.id }
  return {
    guildId: guild.id,
    ownerId: guild.ownerId,
    everyone: roles.get(guild.id)?.bits ?? 0n,
    roles,
    members: inChannels,
    self: {
      id: guild.client.user.id,
      bits: me?.permissions.bitfield ?? 0n,
      top: topOf(place, me ? [...me.roles.cache.keys()] : []),
    },
  }
}
