import type { Guild, GuildMember } from 'discord.js'
import { channelName } from '#kernel/rights/channel-rights.ts'
import type { Case } from './case-store.ts'

/** What a channel is called that the bot does not know: a deleted one, or a thread that it never saw or that is archived. */
const unknown = 'unknown channel'

/**
 * The channel of a case by its name then, for whoever may know it: not of one that they, or the bot, cannot see now.
 * @returns null for a case that is about no channel
 */
export function caseChannelName(viewer: GuildMember, of: Pick<Case, 'channelId' | 'channelName'>): string | null {
  if (of.channelId === null) return null
  const channel = viewer.guild.channels.cache.get(of.channelId)
  return channel ? channelName(channel, viewer, of.channelName ?? undefined) : (of.channelName ?? unknown)
}

/** The detail of a case with the channels in it by their names, for whoever may know them. A chat names mentions itself. */
export const caseDetail = (viewer: GuildMember, { kind, detail }: Pick<Case, 'kind' | 'detail'>): string | null =>
  kind === 'move' && detail !== null
    ? detail.replace(
        /<#(\d+)>/g,
        (_, channelId: string) => `#${caseChannelName(viewer, { channelId, channelName: null })}`,
      )
    : detail

/** The channels whose names somebody may not know: what is searched for must not be found by them. */
export const unknownChannels = ({ guild }: { guild: Guild }, viewer: GuildMember): string[] => [
  ...guild.channels.cache.filter(channel => channelName(channel, viewer, '') !== '').keys(),
]

/** The channels that are called so now, in part, and whose names somebody may know. */
export function channelsCalled({ guild }: { guild: Guild }, viewer: GuildMember, part: string): string[] {
  const wanted = part.trim().replace(/^#/, '').toLowerCase()
  const isCalled = (name: string) => wanted !== '' && name.toLowerCase().includes(wanted)
  return [
    ...guild.channels.cache
      .filter(channel => channelName(channel, viewer, '') === '' && isCalled(channelName(channel, viewer)))
      .keys(),
  ]
}
