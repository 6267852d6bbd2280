import type { Message, Poll } from 'discord.js'
import type { APIAttachment, APIMessage, APIPoll } from 'discord-api-types/v10'
import { z } from 'zod'
import { formatCount } from '#kit/numbers.ts'

/** What a message shows besides its text: objects as Discord sends them. */
export const recordedParts = z
  .object({
    type: z.number().default(0),
    flags: z.number().default(0),
    /** Polls and forwarded messages are converted to embeds. */
    embeds: z.array(z.record(z.string(), z.unknown())).default([]),
    components: z.array(z.record(z.string(), z.unknown())).default([]),
    stickers: z.array(z.object({ id: z.string(), name: z.string(), format_type: z.number() })).default([]),
    /** The message that it replies to. */
    replyTo: z.string().nullable().default(null),
    webhookId: z.string().nullable().default(null),
  })
  .catch({ type: 0, flags: 0, embeds: [], components: [], stickers: [], replyTo: null, webhookId: null })
export type RecordedParts = z.output<typeof recordedParts>

export interface RecordedFile {
  id: string
  name: string
  bytes: number
  width: number | null
  height: number | null
  /** Discord's URL of it, which works for a while. */
  url: string
}

/** A message as it is recorded. */
export interface RecordedContent {
  id: string
  at: number
  authorId: string
  authorName: string
  authorAvatar: string | null
  isBot: boolean
  content: string
  editedAt: number | null
  parts: RecordedParts
  files: RecordedFile[]
}

const fileOf = (file: Pick<APIAttachment, 'id' | 'filename' | 'size' | 'width' | 'height' | 'url'>): RecordedFile => ({
  id: file.id,
  name: file.filename,
  bytes: file.size,
  width: file.width ?? null,
  height: file.height ?? null,
  url: file.url,
})

/** Author names of the embeds that stand for forwarded messages and polls. */
export const drawnNames = { forwarded: 'Forwarded message', poll: 'Poll' } as const

/** Converts a forwarded message to embeds. */
const forwarded = (content: string, embeds: readonly object[]): object[] => [
  { author: { name: drawnNames.forwarded }, ...(content !== '' && { description: content }) },
  ...embeds,
]

interface PollAnswer {
  text: string | null | undefined
  votes: number
}

const poll = (question: string | null | undefined, answers: readonly PollAnswer[]): object => ({
  author: { name: drawnNames.poll },
  title: question ?? '',
  fields: answers.map(({ text, votes }) => ({ name: text ?? 'An answer', value: formatCount(votes, 'vote') })),
})

function pollIn({ question, answers, results }: APIPoll): object {
  const votes = new Map(results?.answer_counts.map(({ id, count }) => [id, count]))
  return poll(
    question.text,
    answers.map(({ answer_id, poll_media }) => ({ text: poll_media.text, votes: votes.get(answer_id) ?? 0 })),
  )
}

function pollBy({ question, answers }: Poll): object {
  const known = [...answers.values()]
  return poll(
    question.text,
    known.map(answer => ({ text: answer.text, votes: answer.voteCount ?? 0 })),
  )
}

/**
 * @param message from a channel's history
 */
export function contentOfPayload(message: APIMessage): RecordedContent {
  const { author } = message
  const snapshots = (message.message_snapshots ?? []).map(({ message: passedOn }) => passedOn)
  return {
    id: message.id,
    at: Date.parse(message.timestamp),
    authorId: author.id,
    authorName: author.global_name ?? author.username,
    authorAvatar: author.avatar,
    isBot: author.bot === true || message.webhook_id !== undefined,
    content: message.content,
    editedAt: message.edited_timestamp === null ? null : Date.parse(message.edited_timestamp),
    parts: recordedParts.parse({
      type: message.type,
      flags: message.flags,
      embeds: [
        ...message.embeds,
        ...(message.poll ? [pollIn(message.poll)] : []),
        ...snapshots.flatMap(({ content, embeds }) => forwarded(content, embeds)),
      ],
      components: message.components,
      stickers: message.sticker_items,
      replyTo: snapshots.length > 0 ? null : (message.message_reference?.message_id ?? null),
      webhookId: message.webhook_id ?? null,
    }),
    files: [...message.attachments, ...snapshots.flatMap(({ attachments }) => attachments)].map(fileOf),
  }
}

/**
 * @param message from an event
 */
export function contentOfMessage(message: Message): RecordedContent {
  const { author } = message
  const snapshots = [...message.messageSnapshots.values()]
  return {
    id: message.id,
    at: message.createdTimestamp,
    authorId: author.id,
    authorName: author.displayName,
    authorAvatar: author.avatar,
    isBot: author.bot || message.webhookId !== null,
    content: message.content,
    editedAt: message.editedTimestamp,
    parts: recordedParts.parse({
      type: message.type,
      flags: message.flags.bitfield,
      embeds: [
        ...message.embeds.map(embed => embed.toJSON()),
        ...(message.poll ? [pollBy(message.poll)] : []),
        ...snapshots.flatMap(({ content, embeds }) =>
          forwarded(
            content,
            embeds.map(embed => embed.toJSON()),
          ),
        ),
      ],
      components: message.components.map(component => component.toJSON()),
      stickers: message.stickers.map(({ id, name, format }) => ({ id, name, format_type: format })),
      replyTo: snapshots.length > 0 ? null : (message.reference?.messageId ?? null),
      webhookId: message.webhookId,
    }),
    files: [message, ...snapshots]
      .flatMap(({ attachments }) => [...attachments.values()])
      .map(file =>
        fileOf({
          ...file,
          filename: file.name,
          width: file.width,
          height: file.height,
          id: file.id,
          size: file.size,
          url: file.url,
        }),
      ),
  }
}
