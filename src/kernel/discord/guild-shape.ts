import {
  type Guild,
  type GuildBasedChannel,
  type GuildMember,
  PermissionFlagsBits,
  PermissionsBitField,
  type Role,
} from 'discord.js'
import type { FieldMeta } from '#contract'
import { isHidden, knownName } from '#kit/hidden-channel.ts'
import { lowestFirst, roleJudge, takingJudge } from '#kit/role-grants.ts'
import { memberFacts, serverFacts } from '#kit/template-facts.ts'
import type { GuildChannelItem, GuildCore, GuildRoleItem } from '../contract.ts'

/** The guild's channels and roles as plain values, which settings are checked against. */
export interface GuildShape {
  channels: readonly GuildChannelItem[]
  roles: readonly GuildRoleItem[]
  /** Why a channel may not be chosen, as a sentence, if that depends on who chooses. */
  refuses?(channel: GuildChannelItem, meta: FieldMeta): string | undefined
  /** The same for a role. */
  refusesRole?(roleId: string, meta: FieldMeta): string | undefined
}

/** The name shown for a channel to somebody who cannot see it. No real channel can have this name. */
export const hiddenName = 'hidden channel'

const seen = PermissionFlagsBits.ViewChannel

/** A member's roles and permissions, computed once for all channels. */
interface MemberShape {
  id: string
  everyoneId: string
  roleIds: ReadonlySet<string>
  permissions: bigint
}

function memberShape({ id, guild, roles, permissions }: GuildMember): MemberShape {
  const roleIds = new Set(roles.cache.keys())
  return { id, everyoneId: guild.id, roleIds, permissions: permissions.bitfield }
}

/**
 * Returns the same as `permissionsFor`, without collecting the member's roles again for every channel.
 * Source: https://discord.com/developers/docs/topics/permissions#permission-overwrites
 */
function permissionsIn(channel: GuildBasedChannel, self: MemberShape): bigint {
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

const sees = (channel: GuildBasedChannel, member: MemberShape) => (permissionsIn(channel, member) & seen) === seen

function channelItem(
  channel: GuildBasedChannel,
  self: MemberShape | undefined,
  callerCanView: boolean,
): GuildChannelItem {
  const hiddenFromBot = isHidden(channel)
  const permissions = self ? permissionsIn(channel, self) : 0n
  const speak = (channel.isVoiceBased() ? PermissionFlagsBits.Connect | seen : seen) | PermissionFlagsBits.SendMessages
  return {
    id: channel.id,
    name: callerCanView || hiddenFromBot ? knownName(channel) : hiddenName,
    type: channel.type,
    parentId: channel.parentId,
    position: 'rawPosition' in channel ? channel.rawPosition : 0,
    botCanView: (permissions & seen) === seen,
    botCanSend: (permissions & speak) === speak,
    callerCanView,
    hiddenFromBot,
  }
}

/**
 * Channels in Discord's order (threads left out), for pickers and for checking values.
 * @param viewer the member who sees the answer: a channel hidden from them has no name. A category is visible with any
 * channel in it, as in Discord. For a channel that is hidden from the bot, it is unknown who can see it.
 */
export function channelsOf(guild: Guild, viewer?: GuildMember): GuildChannelItem[] {
  const { me } = guild.members
  const self = me ? memberShape(me) : undefined
  const eye = viewer && memberShape(viewer)
  const channels = [...guild.channels.cache.values()].filter(channel => !channel.isThread())
  const visible = channels.filter(channel => !isHidden(channel) && (!eye || sees(channel, eye)))
  const shown = new Set(visible.flatMap(({ id, parentId }) => [id, parentId]))
  return channels
    .map(channel => channelItem(channel, self, shown.has(channel.id)))
    .sort((a, b) => a.position - b.position || a.id.length - b.id.length || (a.id < b.id ? -1 : 1))
}

/** Returns why a role may not be chosen to be given, as a sentence; undefined when it may. */
export type RoleProblem = (role: Role) => string | undefined

/** Roles, highest first, without @everyone. @param viewer the member for whom the bot would remove them, if any */
export function rolesOf(
  guild: Guild,
  problemOf: RoleProblem = roleJudge(guild),
  viewer?: GuildMember,
): GuildRoleItem[] {
  const takingProblemOf = takingJudge(guild, viewer)
  return [...guild.roles.cache.values()]
    .sort(lowestFirst)
    .map((role, position): GuildRoleItem => {
      const reason = problemOf(role) ?? null
      return {
        id: role.id,
        name: role.name,
        colour: `#${role.colors.primaryColor.toString(16).padStart(6, '0').toUpperCase()}`,
        position,
        managed: role.managed,
        assignable: reason === null,
        reason,
        takingReason: takingProblemOf(role) ?? null,
      }
    })
    .filter(({ id }) => id !== guild.id)
    .toReversed()
}

/** The guild's shape. @param viewer a channel that they cannot see can only be found by its id */
export const shapeOf = (guild: Guild, viewer?: GuildMember): GuildShape => ({
  channels: channelsOf(guild, viewer),
  roles: rolesOf(guild),
})

/** What every settings page shows about its guild. @param problemOf why `viewer` may not choose a role to be given */
export function coreOf(guild: Guild, viewer: GuildMember, problemOf?: RoleProblem): GuildCore {
  const { owner, boosts, boostTier } = serverFacts(guild)
  const { displayName, avatarURL, joinedAt = null } = memberFacts(viewer)
  return {
    id: guild.id,
    name: guild.name,
    iconURL: guild.iconURL({ extension: 'png', size: 128 }),
    memberCount: guild.memberCount,
    owner,
    ownerId: guild.ownerId,
    boosts,
    boostTier,
    you: { displayName, avatarURL, joinedAt },
    channels: channelsOf(guild, viewer),
    roles: rolesOf(guild, problemOf, viewer),
  }
}
