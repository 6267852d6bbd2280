import type { Embed, Message } from 'discord.js'
import { type Readings, read } from '../text/normalise.ts'
import type { AutomodSettings } from '../contract.ts'
import { namedIn } from './mentioned.ts'

/** What the rules know about a message: plain values, so that a made-up message can be judged too. */
export interface MessageFacts {
  id: string
  guildId: string
  channelId: string
  authorId: string
  /** Unix ms, as Discord stamped it. */
  at: number
  /** What the author wrote. Evidence offsets count from its start. */
  content: string
  /** `content` and everything else in it that readers see: forwarded text, a poll. */
  text: string
  /** The text of link previews, which the author did not write but chose. Empty if Discord shows none. */
  previews: string
  /** Names of files, including forwarded ones. */
  attachments: readonly string[]
  mentions: {
    /** Without the author and the author of the message that it replies to. */
    users: number
    roles: number
    /** Whether it tried to mention everyone without the right to. */
    everyone: boolean
  }
  /** True for the name of a thread or member, where only addresses that Discord turns into links matter. */
  isName?: true
  /** Both readings of `text`, computed on first use. */
  readings(): Readings
}

/** File names split into words: `free_nitro.exe` gives three. */
const wordsOfNames = (names: readonly string[]): string => names.map(name => name.replace(/[._+-]+/g, ' ')).join('\n')

const nothing: readonly string[] = []

/** The texts besides `text` that are searched for words, each separately. */
export function additionalTexts(
  { previews, attachments }: Pick<MessageFacts, 'previews' | 'attachments'>,
  { judgeFileNames }: Pick<AutomodSettings, 'judgeFileNames'>,
): readonly string[] {
  const names = judgeFileNames && attachments.length > 0 ? wordsOfNames(attachments) : ''
  return previews === '' && names === '' ? nothing : [previews, names].filter(text => text !== '')
}

/** Both readings of a text, computed once. */
function readingsOf(text: string): () => Readings {
  let made: Readings | undefined
  return () => (made ??= read(text))
}

/** Completes facts with readings that are computed once. */
export const withReadings = (facts: Omit<MessageFacts, 'readings'>): MessageFacts => ({
  ...facts,
  readings: readingsOf(facts.text),
})

/** The texts of an embed that readers see. */
const textsOf = ({ title, description, author, footer, fields }: Embed) => [
  title,
  description,
  author?.name,
  footer?.text,
  ...fields.flatMap(({ name, value }) => [name, value]),
]

/** The texts besides the content that readers see. The text of a forwarded message is only in its snapshot. */
function otherTexts(message: Message): string[] {
  const forwarded = [...message.messageSnapshots.values()].flatMap(({ content, embeds }) => [
    content,
    ...embeds.flatMap(embed => [...textsOf(embed), embed.url]),
  ])
  const poll = message.poll
    ? [message.poll.question.text, ...Array.from(message.poll.answers.values(), ({ text }) => text)]
    : []
  return [...forwarded, ...poll].flatMap(text => (text ? [text] : []))
}

const previewsOf = ({ embeds }: Message): string => embeds.flatMap(textsOf).filter(Boolean).join('\n')

const fileNames = (message: Message): string[] => [
  ...message.attachments.map(({ name }) => name),
  ...[...message.messageSnapshots.values()].flatMap(({ attachments }) => attachments.map(({ name }) => name)),
]

/**
 * The mentions that Discord reports and that are really in the text: not the author replied to, and nothing in code.
 */
function mentionsOf(message: Message<true>): MessageFacts['mentions'] {
  const { users, roles } = message.mentions
  const named = namedIn(message.content)
  return {
    users: users.filter(({ id }) => id !== message.author.id && named.users.has(id)).size,
    roles: roles.filter(({ id }) => named.roles.has(id)).size,
    everyone:
      named.everyone && !(message.member && message.channel.permissionsFor(message.member).has('MentionEveryone')),
  }
}

const noMentions: MessageFacts['mentions'] = { users: 0, roles: 0, everyone: false }

/** The facts about a message from the gateway. */
export function factsOf(message: Message<true>): MessageFacts {
  const { id, guildId, channelId, author, createdTimestamp, content } = message
  const others = message.messageSnapshots.size > 0 || message.poll ? otherTexts(message) : []
  const text = others.length > 0 ? [content, ...others].join('\n') : content
  return {
    id,
    guildId,
    channelId,
    authorId: author.id,
    at: createdTimestamp,
    content,
    text,
    previews: message.embeds.length > 0 ? previewsOf(message) : '',
    attachments: message.attachments.size > 0 || message.messageSnapshots.size > 0 ? fileNames(message) : [],
    mentions: content.includes('@') ? mentionsOf(message) : noMentions,
    readings: readingsOf(text),
  }
}
