import {
  basePermissions,
  channelPermissions,
  has,
  permission,
  speechBit,
  type PermissionSubject,
} from '#sandbox/world/permissions.ts'
import type { LiveState, LiveChannel, LiveGuild } from './model.ts'

/** What the signed-in account may do: Discord's clients compute it themselves and hide what it may not see. */
function subjectOf(guild: LiveGuild, userId: string, now: number): PermissionSubject {
  const member = guild.members[userId]
  const everyone = guild.roles[guild.id]
  return {
    userId,
    guildId: guild.id,
    isOwner: guild.ownerId === userId,
    everyone: BigInt(everyone?.permissions ?? 0),
    roles: (member?.roles ?? []).flatMap(id => {
      const role = guild.roles[id]
      return role ? [{ id, permissions: BigInt(role.permissions) }] : []
    }),
    timedOut: Date.parse(member?.communication_disabled_until ?? '') > now,
    pending: member?.pending === true,
  }
}

/** Whether this account has yet to accept the server's rules. Owner and administrators need not. */
export function isPending(live: LiveState, guild: LiveGuild): boolean {
  const subject = live.me && subjectOf(guild, live.me.id, 0)
  return subject?.pending === true && !has(basePermissions(subject), permission.Administrator)
}

export const isThread = (channel: LiveChannel) => channel.thread_metadata !== undefined

/** The account's permission bits in one channel; in direct messages, those that this page asks for. */
export function permissionsIn(live: LiveState, channelId: string, now: number): bigint {
  const channel = live.channels[channelId]
  const guild = channel?.guild_id === undefined ? undefined : live.guilds[channel.guild_id]
  if (!channel || !live.me) return 0n
  if (!guild) return permission.ViewChannel | permission.SendMessages | permission.AttachFiles | permission.AddReactions
  const parent = isThread(channel) ? live.channels[channel.parent_id ?? ''] : undefined
  return channelPermissions(
    subjectOf(guild, live.me.id, now),
    (parent ?? channel).permission_overwrites ?? [],
    channel.type,
  )
}

export function permissionsInGuild(live: LiveState, guildId: string, now: number): bigint {
  const guild = live.guilds[guildId]
  return guild && live.me ? basePermissions(subjectOf(guild, live.me.id, now)) : 0n
}

export const canView = (live: LiveState, channelId: string, now: number) =>
  has(permissionsIn(live, channelId, now), permission.ViewChannel)

/** Why nothing can be written here, or undefined when it can. */
export function silence(live: LiveState, channelId: string, now: number): string | undefined {
  const channel = live.channels[channelId]
  const guild = channel?.guild_id === undefined ? undefined : live.guilds[channel.guild_id]
  if (!channel || !live.me) return 'This channel was deleted.'
  if (guild && subjectOf(guild, live.me.id, now).timedOut && guild.ownerId !== live.me.id)
    return 'You are timed out in this server.'
  if (!has(permissionsIn(live, channelId, now), speechBit(channel.type)))
    return 'You do not have permission to send messages in this channel.'
  return undefined
}
