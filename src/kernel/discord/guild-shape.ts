import { type Guild, type GuildBasedChannel, PermissionFlagsBits, PermissionsBitField, type Role } from 'discord.js'
import type { GuildChannelItem, GuildCore, GuildRoleItem } from '../contract.ts'

/** What values are checked against: the guild's channels and roles as plain values. */
export interface GuildShape {
  channels: readonly GuildChannelItem[]
  roles: readonly GuildRoleItem[]
}

const seen = PermissionFlagsBits.ViewChannel

/** The bot in its guild, worked out once for all channels. */
interface Self {
  id: string
  everyoneId: string
  roleIds: ReadonlySet<string>
  permissions: bigint
}

function selfIn(guild: Guild): Self | undefined {
  const { me } = guild.members
  if (!me) return undefined
  const roleIds = new Set(me.roles.cache.keys())
  return { id: me.id, everyoneId: guild.id, roleIds, permissions: me.permissions.bitfield }
}

/**
 * What `permissionsFor` says, without gathering the member's roles anew for every channel.
 * Source: https://discord.com/developers/docs/topics/permissions#permission-overwrites
 */
function permissionsIn(channel: GuildBasedChannel, self: Self): bigint {
  if ((self.permissions & PermissionFlagsBits.Administrator) !== 0n) return PermissionsBitField.All
  if (!('permissionOverwrites' in channel)) return self.permissions
  const { cache } = channel.permissionOverwrites
  const everyone = cache.get(self.everyoneId)
  const own = cache.get(self.id)
  let denied = 0n
  let allowed = 0n
  for (const { id, deny, allow } of cache.values()) {
    if (id === self.everyoneId || !self.roleIds.has(id)) continue
    denied |= deny.bitfield
    allowed |= allow.bitfield
  }
  const ofEveryone = (self.permissions & ~(everyone?.deny.bitfield ?? 0n)) | (everyone?.allow.bitfield ?? 0n)
  const ofRoles = (ofEveryone & ~denied) | allowed
  return (ofRoles & ~(own?.deny.bitfield ?? 0n)) | (own?.allow.bitfield ?? 0n)
}

function channelItem(channel: GuildBasedChannel, self: Self | undefined): GuildChannelItem {
  const permissions = self ? permissionsIn(channel, self) : 0n
  const speak = (channel.isVoiceBased() ? PermissionFlagsBits.Connect | seen : seen) | PermissionFlagsBits.SendMessages
  return {
    id: channel.id,
    name: channel.name,
    type: channel.type,
    parentId: channel.parentId,
    position: 'rawPosition' in channel ? channel.rawPosition : 0,
    botCanView: (permissions & seen) === seen,
    botCanSend: (permissions & speak) === speak,
  }
}

/** Why the bot cannot give a role, as a sentence, or null when it can. */
function unassignable(role: Role, place: number, bot: { mayGive: boolean; highest: number }): string | null {
  if (role.id === role.guild.id) return 'Everyone has this role already.'
  if (role.managed) return 'Discord or an integration manages this role; nobody can give it by hand.'
  if (!bot.mayGive) return 'The bot lacks the permission Manage Roles.'
  if (place >= bot.highest)
    return "This role is not below the bot's highest role. Move the bot's role above it in Server Settings > Roles."
  return null
}

/** Channels in Discord's order (threads left out), for pickers and for checking values. */
export function channelsOf(guild: Guild): GuildChannelItem[] {
  const self = selfIn(guild)
  return guild.channels.cache
    .filter(channel => !channel.isThread())
    .map(channel => channelItem(channel, self))
    .toSorted((a, b) => a.position - b.position || (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
}

/** discord.js counts all roles for each position it is asked for; here they are put in order once. Of two alike the older is higher. */
const lowestFirst = (a: Role, b: Role) => a.rawPosition - b.rawPosition || (BigInt(a.id) > BigInt(b.id) ? -1 : 1)

/** Roles, highest first, without @everyone. */
export function rolesOf(guild: Guild): GuildRoleItem[] {
  const { me } = guild.members
  const held = me?.roles.cache
  const roles = [...guild.roles.cache.values()].sort(lowestFirst)
  const bot = {
    mayGive: me?.permissions.has(PermissionFlagsBits.ManageRoles) ?? false,
    highest: roles.findLastIndex(({ id }) => held?.has(id)),
  }
  return roles
    .map((role, position): GuildRoleItem => {
      const reason = unassignable(role, position, bot)
      return {
        id: role.id,
        name: role.name,
        colour: `#${role.colors.primaryColor.toString(16).padStart(6, '0').toUpperCase()}`,
        position,
        managed: role.managed,
        assignable: reason === null,
        reason,
      }
    })
    .filter(({ id }) => id !== guild.id)
    .toReversed()
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
