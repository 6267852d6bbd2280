import {
  type GuildBasedChannel,
  type GuildMember,
  type Message,
  type PartialGuildMember,
  SnowflakeUtil,
} from 'discord.js'
import { type Phrases, phrasesIn } from './phrases.ts'

/** A message, reduced to what automations ask about it. */
export interface JudgedMessage {
  text: string
  phrases: Phrases
  files: number
  mentions: number
  hasLink: boolean
}

/** A member as they are when the automation starts; undefined values are unknown. */
export interface JudgedMember {
  id: string
  name: string
  phrases: Phrases
  roles: ReadonlySet<string> | undefined
  /** Unix ms. */
  joinedAt: number | undefined
  createdAt: number
}

/** Everything that conditions can ask about. */
export interface JudgedFacts {
  /** Unix ms. */
  now: number
  message?: JudgedMessage
  member?: JudgedMember
  /** The ids of the channel and, for a thread, of its parent; empty for events that are in no channel. */
  channelIds: readonly string[]
}

const link = /https?:\/\/\S/i

/** The text of a message, including text that it forwards. */
const textsOf = ({ content, messageSnapshots }: Message): string =>
  [content, ...messageSnapshots.map(({ content: forwarded }) => forwarded ?? '')].filter(text => text !== '').join('\n')

export function messageFacts(message: Message): JudgedMessage {
  const text = textsOf(message)
  let phrases: Phrases | undefined
  return {
    text,
    // Computed on first use: most automations ask nothing about words.
    get phrases() {
      return (phrases ??= phrasesIn(text))
    },
    files: message.attachments.size,
    mentions: message.mentions.users.size,
    hasLink: link.test(text),
  }
}

export function memberFacts(member: GuildMember | PartialGuildMember): JudgedMember {
  const name = `${member.displayName} ${member.user.username}`
  let phrases: Phrases | undefined
  return {
    id: member.id,
    name: member.displayName,
    get phrases() {
      return (phrases ??= phrasesIn(name))
    },
    // For a member who has left and was not cached, Discord only says who it was.
    roles: member.partial ? undefined : new Set(member.roles.cache.keys()),
    joinedAt: member.joinedTimestamp ?? undefined,
    createdAt: SnowflakeUtil.timestampFrom(member.id),
  }
}

export const channelIdsOf = (channel: GuildBasedChannel): string[] =>
  channel.isThread() && channel.parentId !== null ? [channel.id, channel.parentId] : [channel.id]
