import { type Embed, type Message, MessageType } from 'discord.js'

/** The facts about a message that decide whether it is deleted. */
export interface PurgeCandidate {
  id: string
  type: MessageType
  pinned: boolean
  /** Unix ms. */
  createdAt: number
  authorId: string
  /** Whether it was written by a bot or through a webhook. */
  automatic: boolean
  attachments: number
  /** Everything that people read in it, one text for each part. */
  texts: readonly string[]
}

const textsOf = ({ title, description, fields, author, footer }: Embed): string[] =>
  [author?.name, title, description, ...fields.flatMap(({ name, value }) => [name, value]), footer?.text].filter(
    text => typeof text === 'string',
  )

/** Returns the facts about a message for a purge; a forwarded message inside it counts as its own content. */
export function candidateOf(message: Message): PurgeCandidate {
  const parts = [message, ...message.messageSnapshots.values()]
  return {
    id: message.id,
    type: message.type,
    pinned: message.pinned,
    createdAt: message.createdTimestamp,
    authorId: message.author.id,
    automatic: message.author.bot || message.webhookId !== null,
    attachments: parts.reduce((sum, { attachments }) => sum + attachments.size, 0),
    texts: parts.flatMap(({ content, embeds }) => [content, ...embeds.flatMap(textsOf)]),
  }
}

/**
 * Discord refuses to bulk delete messages older than two weeks; one minute is reserved for the request itself.
 * Source: Discord's documentation, "Bulk Delete Messages".
 */
const deletableForMs = 14 * 24 * 60 * 60 * 1000 - 60_000

/** Returns the oldest time (Unix ms) that a message may have to be deleted at `now`, by Discord's clock. */
export const oldestDeletable = (now: number): number => now - deletableForMs

/** Messages that nobody can delete. Source: Discord's documentation, "Message Types", column "Deletable". */
const lasting: ReadonlySet<MessageType> = new Set([
  MessageType.RecipientAdd,
  MessageType.RecipientRemove,
  MessageType.Call,
  MessageType.ChannelNameChange,
  MessageType.ChannelIconChange,
  MessageType.ThreadStarterMessage,
])

export type Matches = (message: PurgeCandidate) => boolean

/**
 * Selects the messages of one page of history to delete: the newest that match, except pinned ones, those that cannot
 * be deleted and those that are too old.
 * @param page newest first, as Discord lists it
 * @returns their ids, newest first, at most `wanted`, and whether all older messages of the channel are too old as well
 */
export function selectMessages(
  page: readonly PurgeCandidate[],
  { wanted, oldest, matches }: { wanted: number; oldest: number; matches: Matches },
): { ids: string[]; tooOld: boolean } {
  const young = page.filter(({ createdAt }) => createdAt >= oldest)
  const chosen = young.filter(message => !message.pinned && !lasting.has(message.type) && matches(message))
  return { ids: chosen.slice(0, wanted).map(({ id }) => id), tooOld: young.length < page.length }
}

/** What Discord's client turns into a link, and invites, which it shows as a card even without https://. */
const link = /https?:\/\/[^\s<>]|\bwww\.[^\s<>.]+\.|\bdiscord(?:app\.com\/invite|\.com\/invite|\.gg)\/\w/i

export const hasLink: Matches = ({ texts }) => texts.some(text => link.test(text))

export const hasAttachment: Matches = ({ attachments }) => attachments > 0

export const isAutomatic: Matches = ({ automatic }) => automatic

export const isBy =
  (userId: string): Matches =>
  ({ authorId }) =>
    authorId === userId

/** Ignores upper and lower case. */
export function contains(token: string): Matches {
  const wanted = token.toLowerCase()
  return ({ texts }) => texts.some(text => text.toLowerCase().includes(wanted))
}

export const everything: Matches = () => true
