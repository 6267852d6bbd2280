import type { Message } from 'discord.js'
import type { APIAttachment, APIMessage } from 'discord-api-types/v10'
import { z } from 'zod'

/** What a message shows besides its text: objects as Discord sends them. */
export const recordedParts = z
  .object({
    type: z.number().default(0),
    flags: z.number().default(0),
    embeds: z.array(z.record(z.string(), z.unknown())).default([]),
    components: z.array(z.record(z.string(), z.unknown())).default([]),
    stickers: z.array(z.object({ id: z.string(), name: z.string(), format_type: z.number() })).default([]),
    /** The message that it answers. */
    replyTo: z.string().nullable().default(null),
    webhookId: z.string().nullable().default(null),
  })
  .catch({ type: 0, flags: 0, embeds: [], components: [], stickers: [], replyTo: null, webhookId: null })
export type RecordedParts = z.output<typeof recordedParts>

export interface SaidFile {
  id: string
  name: string
  bytes: number
  width: number | null
  height: number | null
  /** Where Discord has it, for a while. */
  url: string
}

/** A message as it is recorded. */
export interface Said {
  id: string
  at: number
  authorId: string
  authorName: string
  authorAvatar: string | null
  isBot: boolean
  content: string
  editedAt: number | null
  parts: RecordedParts
  files: SaidFile[]
}

const fileOf = (file: Pick<APIAttachment, 'id' | 'filename' | 'size' | 'width' | 'height' | 'url'>): SaidFile => ({
  id: file.id,
  name: file.filename,
  bytes: file.size,
  width: file.width ?? null,
  height: file.height ?? null,
  url: file.url,
})

/** @param message as a channel's history has it */
export function saidIn(message: APIMessage): Said {
  const { author } = message
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
      embeds: message.embeds,
      components: message.components,
      stickers: message.sticker_items,
      replyTo: message.message_reference?.message_id ?? null,
      webhookId: message.webhook_id ?? null,
    }),
    files: message.attachments.map(fileOf),
  }
}

/** @param message as an event brings it */
export function saidBy(message: Message): Said {
  const { author } = message
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
      embeds: message.embeds.map(embed => embed.toJSON()),
      components: message.components.map(component => component.toJSON()),
      stickers: message.stickers.map(({ id, name, format }) => ({ id, name, format_type: format })),
      replyTo: message.reference?.messageId ?? null,
      webhookId: message.webhookId,
    }),
    files: [...message.attachments.values()].map(file =>
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
