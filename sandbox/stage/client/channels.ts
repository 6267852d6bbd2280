import type { ChannelKind } from '#web/ui/discord/lookup.ts'
import { canView, isThread } from './access.ts'
import { byId, type LiveState, type LiveChannel, listOf } from './model.ts'

const kinds: Record<number, ChannelKind> = {
  1: 'direct',
  3: 'direct',
  2: 'voice',
  4: 'category',
  5: 'announcement',
  10: 'thread',
  11: 'thread',
  12: 'thread',
  13: 'stage',
  15: 'forum',
  16: 'forum',
}

export const kindOf = (channel: Pick<LiveChannel, 'type'>): ChannelKind => kinds[channel.type] ?? 'text'

export interface ChannelNode {
  channel: LiveChannel
  threads: readonly LiveChannel[]
}

interface ChannelGroup {
  category: LiveChannel | undefined
  channels: readonly ChannelNode[]
}

const isVoice = (channel: LiveChannel) => kindOf(channel) === 'voice' || kindOf(channel) === 'stage'
/** Discord's order: text before voice, then position, then age. */
const inOrder = (one: LiveChannel, other: LiveChannel) =>
  Number(isVoice(one)) - Number(isVoice(other)) || (one.position ?? 0) - (other.position ?? 0) || byId(one, other)

/** A server's channels as its sidebar lists them: only what the account can view, by category, with active threads. */
export function channelGroups(live: LiveState, guildId: string, now: number): ChannelGroup[] {
  const visible = listOf(live.channels).filter(each => each.guild_id === guildId && canView(live, each.id, now))
  const threads = visible.filter(each => isThread(each) && each.thread_metadata?.archived !== true)
  const inside = (categoryId: string | undefined): ChannelNode[] =>
    visible
      .filter(each => !isThread(each) && kindOf(each) !== 'category' && (each.parent_id ?? undefined) === categoryId)
      .sort(inOrder)
      .map(channel => ({ channel, threads: threads.filter(each => each.parent_id === channel.id).sort(byId) }))
  const categories = listOf(live.channels)
    .filter(each => each.guild_id === guildId && kindOf(each) === 'category')
    .sort(inOrder)
  return [
    { category: undefined, channels: inside(undefined) },
    ...categories.map(category => ({ category, channels: inside(category.id) })),
  ].filter(group => group.channels.length > 0)
}

/** Where to start in a server: 'general' if there is one, else the first channel with messages. */
export function firstChannel(groups: readonly ChannelGroup[]): string | undefined {
  const all = groups.flatMap(group => group.channels.map(each => each.channel))
  const readable = all.filter(each => kindOf(each) === 'text' || kindOf(each) === 'announcement')
  return (readable.find(each => each.name === 'general') ?? readable[0] ?? all[0])?.id
}

/** The other people of a direct message. */
const directName = (channel: LiveChannel) =>
  (channel.recipients ?? []).map(user => user.global_name ?? user.username).join(', ') || 'Direct message'

export const channelName = (channel: LiveChannel) =>
  kindOf(channel) === 'direct' ? directName(channel) : (channel.name ?? 'unknown')
