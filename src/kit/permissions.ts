import type { GuildMember, GuildTextBasedChannel, PermissionsString } from 'discord.js'
import { isTimedOut } from './discord-time.ts'

/** Permissions that Discord's own client names differently from the constant. */
const names: Partial<Record<PermissionsString, string>> = {
  ManageGuild: 'Manage Server',
  ManageGuildExpressions: 'Manage Expressions',
  CreateGuildExpressions: 'Create Expressions',
  ModerateMembers: 'Timeout Members',
  ViewGuildInsights: 'View Server Insights',
  CreateInstantInvite: 'Create Invite',
  MentionEveryone: 'Mention @everyone',
  SendTTSMessages: 'Send Text-to-Speech Messages',
  UseVAD: 'Use Voice Activity',
  Stream: 'Video',
}

/** The name of a permission in Discord's client: 'Manage Server'. */
export const permissionName = (permission: PermissionsString): string =>
  names[permission] ?? permission.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')

/** 'A', 'A and B', 'A, B and C'. */
export const listed = (words: readonly string[], last = 'and'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

/** The permissions needed to write there; voice channels also require permission to join. */
export const writing = (channel: GuildTextBasedChannel): PermissionsString[] => [
  'ViewChannel',
  channel.isThread() ? 'SendMessagesInThreads' : 'SendMessages',
  ...(channel.isVoiceBased() ? (['Connect'] as const) : []),
]

/**
 * Whether the bot can post in a channel now. Discord counts refused requests, so one that would be refused is not sent;
 * the doctor reports what is missing.
 * @param also other permissions that the message needs, such as `EmbedLinks`
 */
export function mayWrite(channel: GuildTextBasedChannel, also: readonly PermissionsString[] = []): boolean {
  const { me } = channel.guild.members
  return me !== null && !isTimedOut(me) && missingIn(channel, me, [...writing(channel), ...also]).length === 0
}

/**
 * The permissions among `wanted` that the member lacks in the channel, as Discord computes it (owner, overwrites,
 * timeouts).
 */
export function missingIn(
  channel: GuildTextBasedChannel,
  member: GuildMember,
  wanted: readonly PermissionsString[],
): PermissionsString[] {
  return channel.permissionsFor(member).missing([...wanted])
}
