import {
  type GuildBasedChannel,
  type GuildMember,
  type Message,
  type PartialGuildMember,
  SnowflakeUtil,
} from 'discord.js'
import { type Phrases, phrasesIn } from './phrases.ts'

/** What a message is to an automation, as values. */
export interface JudgedMessage {
  text: string
  phrases: Phrases
  files: number
  mentions: number
  hasLink: boolean
}

/** Somebody as they are when it starts; undefined is what is not known of them. */
export interface JudgedMember {
  id: string
  name: string
  phrases: Phrases
  roles: ReadonlySet<string> | undefined
  /** Unix ms. */
  joinedAt: number | undefined
  createdAt: number
}

/** What is asked of what starts an automation. */
export interface JudgedFacts {
  /** Unix ms. */
  now: number
  message?: JudgedMessage
  member?: JudgedMember
  /** The channel, and what it lies in: a thread's parent counts, too. */
  channelIds: readonly string[]
}

const link = /https?:\/\/\S/i

/** What is said, also in what it forwards. */
const textsOf = ({ content, messageSnapshots }: Message): string =>
  [content, ...messageSnapshots.map(({ content: forwarded }) => forwarded ?? '')].filter(text => text !== '').join('\n')

export function messageFacts(message: Message): JudgedMessage {
  const text = textsOf(message)
  let phrases: Phrases | undefined
  return {
    text,
    // Most automations ask nothing of the words.
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
    // Of somebody who has left, and was not known, Discord tells no more than who it was.
    roles: member.partial ? undefined : new Set(member.roles.cache.keys()),
    joinedAt: member.joinedTimestamp ?? undefined,
    createdAt: SnowflakeUtil.timestampFrom(member.id),
  }
}

export const channelIdsOf = (channel: GuildBasedChannel): string[] =>
  channel.isThread() && channel.parentId !== null ? [channel.id, channel.parentId] : [channel.id]
