import { ChannelType, ForumLayoutType } from 'discord-api-types/v10'
import type { ChannelState } from '../state.ts'

/** The kinds of channel in a guild's list: all but threads and direct messages. */
export const guildChannelTypes = [
  ChannelType.GuildText,
  ChannelType.GuildVoice,
  ChannelType.GuildCategory,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildStageVoice,
  ChannelType.GuildForum,
  ChannelType.GuildMedia,
] as const

export type GuildChannelKind = (typeof guildChannelTypes)[number]
export type GuildChannel = Extract<ChannelState['channel'], { type: GuildChannelKind }>

const listed: ReadonlySet<ChannelType> = new Set(guildChannelTypes)

export const isGuildChannel = (channel: ChannelState['channel']): channel is GuildChannel => listed.has(channel.type)

interface ChannelBasics {
  id: string
  guild_id: string
  name: string
  position: number
  parent_id?: string | null
}

export function blankChannel(type: GuildChannelKind, basics: ChannelBasics): GuildChannel {
  const base = { permission_overwrites: [], nsfw: false, flags: 0, parent_id: null, ...basics }
  const spoken = { last_message_id: null, rate_limit_per_user: 0 }
  const voice = { ...spoken, bitrate: 64_000, user_limit: 0, rtc_region: null }
  const posts = { topic: null, available_tags: [], default_reaction_emoji: null, default_sort_order: null }
  switch (type) {
    case ChannelType.GuildCategory:
      return { ...base, type, parent_id: null }
    case ChannelType.GuildVoice:
      return { ...base, ...voice, type }
    case ChannelType.GuildStageVoice:
      return { ...base, ...voice, type, user_limit: 10_000 }
    case ChannelType.GuildMedia:
      return { ...base, ...spoken, ...posts, type }
    case ChannelType.GuildForum:
      return {
        ...base,
        ...spoken,
        ...posts,
        type,
        default_forum_layout: ForumLayoutType.NotSet,
      }
    default:
      return { ...base, ...spoken, type, topic: null, last_pin_timestamp: null }
  }
}
