import { type Guild, type GuildBasedChannel, PermissionFlagsBits, type Role } from 'discord.js'
import type { GuildChannelItem, GuildCore, GuildRoleItem } from './contract.ts'

/** What values are checked against: the guild's channels and roles as plain values. */
export interface GuildShape {
  channels: readonly GuildChannelItem[]
  roles: readonly GuildRoleItem[]
}

const seen = PermissionFlagsBits.ViewChannel

function channelItem(channel: GuildBasedChannel, me: Guild['members']['me']): GuildChannelItem {
  const permissions = me ? channel.permissionsFor(me) : null
  const speak = channel.isVoiceBased() ? PermissionFlagsBits.Connect | seen : seen
  return {
    id: channel.id,
    name: channel.name,
    type: channel.type,
    parentId: channel.parentId,
    position: 'rawPosition' in channel ? channel.rawPosition : 0,
    botCanView: permissions?.has(seen) ?? false,
    botCanSend: permissions?.has(speak | PermissionFlagsBits.SendMessages) ?? false,
  }
}

/** Why the bot cannot give this role, as a sentence, or null when it can. */
function unassignable(role: Role, me: Guild['members']['me']): string | null {
  if (role.id === role.guild.id) return 'Everyone has this role already.'
  if (role.managed) return 'Discord or an integration manages this role; nobody can give it by hand.'
  if (!me?.permissions.has(PermissionFlagsBits.ManageRoles)) return 'The bot lacks the permission Manage Roles.'
  if (role.comparePositionTo(me.roles.highest) >= 0)
    return "This role is not below the bot's highest role. Move the bot's role above it in Server Settings > Roles."
  return null
}

function roleItem(role: Role, me: Guild['members']['me']): GuildRoleItem {
  const reason = unassignable(role, me)
  return {
    id: role.id,
    name: role.name,
    colour: `#${role.colors.primaryColor.toString(16).padStart(6, '0').toUpperCase()}`,
    position: role.position,
    managed: role.managed,
    assignable: reason === null,
    reason,
  }
}

/** Channels in Discord's order (threads left out), for pickers and for checking values. */
export function channelsOf(guild: Guild): GuildChannelItem[] {
  const me = guild.members.me
  return guild.channels.cache
    .filter(channel => !channel.isThread())
    .map(channel => channelItem(channel, me))
    .toSorted((a, b) => a.position - b.position || (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
}

/** Roles, highest first, without @everyone. */
export function rolesOf(guild: Guild): GuildRoleItem[] {
  const me = guild.members.me
  return guild.roles.cache
    .filter(role => role.id !== guild.id)
    .sorted((a, b) => b.comparePositionTo(a))
    .map(role => roleItem(role, me))
}

export const shapeOf = (guild: Guild): GuildShape => ({ channels: channelsOf(guild), roles: rolesOf(guild) })

/** What every settings page knows about its guild. */
export function coreOf(guild: Guild): GuildCore {
  return {
    id: guild.id,
    name: guild.name,
    iconURL: guild.iconURL({ extension: 'png', size: 128 }),
    memberCount: guild.memberCount,
    channels: channelsOf(guild),
    roles: rolesOf(guild),
  }
}
