import type { Guild, GuildMember } from 'discord.js'
import { channelName } from '#kernel/rights/channel-rights.ts'
import type { Case } from './case-store.ts'

/**
 * Stands for a channel that the bot does not know: one that was deleted, or a thread that it never saw or that is
 * archived.
 */
const unknown = 'unknown channel'

/**
 * Returns the name that the channel of a case had at that time, unless the viewer or the bot cannot see the channel
 * now.
 * @returns null for a case that is about no channel
 */
export function caseChannelName(viewer: GuildMember, of: Pick<Case, 'channelId' | 'channelName'>): string | null {
  if (of.channelId === null) return null
  const channel = viewer.guild.channels.cache.get(of.channelId)
  return channel ? channelName(channel, viewer, of.channelName ?? undefined) : (of.channelName ?? unknown)
}

/**
 * Returns the detail of a case with the names of its channels, as far as the viewer may know them. Chats resolve
 * mentions themselves.
 */
export const caseDetail = (viewer: GuildMember, { kind, detail }: Pick<Case, 'kind' | 'detail'>): string | null =>
  kind === 'move' && detail !== null
    ? detail.replace(
        /<#(\d+)>/g,
        (_, channelId: string) => `#${caseChannelName(viewer, { channelId, channelName: null })}`,
      )
    : detail

/** Returns the channels whose names somebody may not know: a search must not find cases by them. */
export const unknownChannels = ({ guild }: { guild: Guild }, viewer: GuildMember): string[] => [
  ...guild.channels.cache.filter(channel => channelName(channel, viewer, '') !== '').keys(),
]

/** Returns the channels whose present name contains a text, and whose names somebody may know. */
export function channelsCalled({ guild }: { guild: Guild }, viewer: GuildMember, part: string): string[] {
  const wanted = part.trim().replace(/^#/, '').toLowerCase()
  const isCalled = (name: string) => wanted !== '' && name.toLowerCase().includes(wanted)
  return [
    ...guild.channels.cache
      .filter(channel => channelName(channel, viewer, '') === '' && isCalled(channelName(channel, viewer)))
      .keys(),
  ]
}
