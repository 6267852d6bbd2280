import type { Guild, GuildMember } from 'discord.js'
import { channelName } from '#kernel/rights/channel-rights.ts'
import type { Case } from './case-store.ts'

/**
 * The channel of a case by its name then, for whoever may know it: not of one that they, or the bot, cannot see now.
 * @returns null for a case that is about no channel
 */
export function caseChannelName(viewer: GuildMember, of: Pick<Case, 'channelId' | 'channelName'>): string | null {
  const channel = of.channelId === null ? undefined : viewer.guild.channels.cache.get(of.channelId)
  return channel && of.channelName !== null ? channelName(channel, viewer, of.channelName) : of.channelName
}

/** The channels whose names somebody may not know: what is searched for must not be found by them. */
export const unknownChannels = ({ guild }: { guild: Guild }, viewer: GuildMember): string[] => [
  ...guild.channels.cache.filter(channel => channelName(channel, viewer, '') !== '').keys(),
]
