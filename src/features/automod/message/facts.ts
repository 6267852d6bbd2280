import type { Embed, Message } from 'discord.js'
import { type Readings, read } from '../text/normalise.ts'
import type { AutomodSettings } from '../contract.ts'
import { namedIn } from './mentioned.ts'

/** What the rules know of a message: values only, so that one nobody posted can be judged too. */
export interface MessageFacts {
  id: string
  guildId: string
  channelId: string
  authorId: string
  /** Unix ms, as Discord stamped it. */
  at: number
  /** What the author wrote. Places of evidence count from its start. */
  content: string
  /** `content` and all else that readers see of it: what was forwarded, a poll. */
  text: string
  /** What Discord shows of the linked pages, which the author did not write but chose. Empty when it shows none. */
  previews: string
  /** Names of files, also forwarded ones. */
  attachments: readonly string[]
  mentions: {
    /** Without the author and without whom the message only answers. */
    users: number
    roles: number
    /** Tried to reach everybody without the right to. */
    everyone: boolean
  }
  /** Of a thread or a member, where nobody follows an address that Discord makes no link of. */
  isName?: true
  /** Both readings of `text`, made when a rule first asks. */
  readings(): Readings
}

/** Names of files as words: `free_nitro.exe` is three. */
const wordsOfNames = (names: readonly string[]): string => names.map(name => name.replace(/[._+-]+/g, ' ')).join('\n')

const nothing: readonly string[] = []

/** What is read for words beside the text, each by itself. */
export function readAlong(
  { previews, attachments }: Pick<MessageFacts, 'previews' | 'attachments'>,
  { judgeFileNames }: Pick<AutomodSettings, 'judgeFileNames'>,
): readonly string[] {
  const names = judgeFileNames && attachments.length > 0 ? wordsOfNames(attachments) : ''
  return previews === '' && names === '' ? nothing : [previews, names].filter(text => text !== '')
}

/** Both readings of a text, made once. */
function readingsOf(text: string): () => Readings {
  let made: Readings | undefined
  return () => (made ??= read(text))
}

/** Completes facts with readings that are made once. */
export const withReadings = (facts: Omit<MessageFacts, 'readings'>): MessageFacts => ({
  ...facts,
  readings: readingsOf(facts.text),
})

/** What readers see of an embed. */
const textsOf = ({ title, description, author, footer, fields }: Embed) => [
  title,
  description,
  author?.name,
  footer?.text,
  ...fields.flatMap(({ name, value }) => [name, value]),
]

/** What readers see besides the content. A forward's text is only in its snapshot. */
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

/** Those that Discord tells and that the text really names: not whom it only answers, and nobody in code. */
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

/** The facts of a message as the gateway sent it. */
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
