import { z } from 'zod'
import { endpoint, file, limited, page, snowflake } from '#contract'

/** Needed: permission to read any transcript of the server. Each call checks which ones. */
const needs = 'tickets.transcripts'
const opaqueId = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .meta({ examples: ['00112233445566778899aabbccddeeff'] })
export const transcriptFormats = ['html', 'txt', 'json'] as const
export type TranscriptFormat = (typeof transcriptFormats)[number]

/** The type of a file that is neither a picture nor an archive: it is kept, but never displayed. */
export const unknownType = 'application/octet-stream'
/** Types of attachments, determined from their content; only pictures are ever displayed. */
export const attachmentTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/zip',
  unknownType,
] as const

/** How many transcripts a page of the list has, and how many messages a page of a transcript. */
export const transcriptsPerPage = 20
export const messagesPerPage = 100

const listed = z.object({
  id: opaqueId,
  /** The ticket's number as displayed: '0148'. */
  ticketId: z.string(),
  /** Null for people who asked to be forgotten. */
  userName: z.string().nullable(),
  userId: snowflake.nullable(),
  avatar: z.string().nullable(),
  /** Unix ms. */
  createdAt: z.number(),
  /** Bytes. */
  size: z.number(),
  messages: z.number(),
  panelTitle: z.string(),
  /** The first message that contains the search text. */
  hit: z.object({ author: z.string().nullable(), text: z.string() }).nullable(),
})
export type ListedTranscript = z.output<typeof listed>

const attachment = z.object({
  id: z.string(),
  name: z.string().nullable(),
  bytes: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  type: z.string().nullable(),
  kept: z.boolean(),
  problem: z.string().nullable(),
})

export const recordedMessage = z.object({
  id: z.string(),
  at: z.number(),
  authorId: snowflake.nullable(),
  authorName: z.string().nullable(),
  authorAvatar: z.string().nullable(),
  isBot: z.boolean(),
  /** Null for people who asked to be forgotten. */
  content: z.string().nullable(),
  editedAt: z.number().nullable(),
  deletedAt: z.number().nullable(),
  /** Written after the ticket was closed: not shown to its opener. */
  afterClosing: z.boolean(),
  /** A note of the team, never sent to Discord. */
  isNote: z.boolean(),
  versions: z.array(z.object({ content: z.string().nullable(), at: z.number(), afterClosing: z.boolean() })),
  parts: z.object({
    type: z.number(),
    flags: z.number(),
    embeds: z.array(z.record(z.string(), z.unknown())),
    components: z.array(z.record(z.string(), z.unknown())),
    stickers: z.array(z.object({ id: z.string(), name: z.string(), format_type: z.number() })),
    replyTo: z.string().nullable(),
    webhookId: z.string().nullable(),
  }),
  files: z.array(attachment),
})
export type TranscriptMessage = z.output<typeof recordedMessage>

/** The names of ids in messages, as far as the reader may know them. */
export const names = z.object({
  users: z.record(z.string(), z.string()),
  channels: z.record(z.string(), z.string()),
  roles: z.record(z.string(), z.string()),
})

const facts = z.object({
  id: opaqueId,
  ticketId: z.string(),
  panelTitle: z.string(),
  userName: z.string().nullable(),
  openedAt: z.number().nullable(),
  closedAt: z.number().nullable(),
  /** Null for the bot itself, and for people who asked to be forgotten. */
  closedByName: z.string().nullable(),
  closeReason: z.string().nullable(),
  rating: z.number().nullable(),
  ratingComment: z.string().nullable(),
  answers: z.array(z.object({ label: z.string(), value: z.string() })),
  createdAt: z.number(),
  keptUntil: z.number(),
  messages: z.number(),
  size: z.number(),
  problem: z.string().nullable(),
})
export type TranscriptFacts = z.output<typeof facts>

const one = '/guild/:guildId/tickets/transcripts/:transcriptId'

export const endpoints = {
  transcripts: endpoint({
    summary: 'Lists the transcripts that the caller may read, newest first.',
    method: 'GET',
    path: '/guild/:guildId/tickets/transcripts',
    needs,
    query: z.object({
      /** Part of a message, a member’s name, or a ticket’s number. */
      search: limited(60, 'The search').optional(),
      panel: z.string().max(64).optional(),
      /** Unix ms. */
      from: z.coerce.number().int().min(0).optional(),
      to: z.coerce.number().int().min(0).optional(),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
    }),
    reply: z.object({
      success: z.literal(true),
      transcripts: z.array(listed),
      /** How many there are with these filters, and without them. */
      total: z.number(),
      all: z.number(),
      panels: z.array(z.object({ id: z.string(), title: z.string() })),
    }),
  }),
  transcript: endpoint({
    summary: 'Shows a transcript, a page of messages at a time; noted as read.',
    method: 'GET',
    path: one,
    needs,
    query: z.object({ after: z.string().max(50).optional() }),
    reply: z.object({
      transcript: facts,
      messages: z.array(recordedMessage),
      /** Where the next page begins; null on the last page. */
      next: z.string().nullable(),
      names,
      /** Whether the caller may delete it and see who read it. */
      manages: z.boolean(),
      /** The places it could not be sent to, and why, as sentences for the team. */
      undelivered: z.array(z.string()),
      /**
       * The id of the ticket, for a link to its page; null once the ticket was deleted, and for a reader who is only
       * its opener.
       */
      pageOf: z.int().nullable(),
    }),
  }),
  readTranscript: endpoint({
    summary: 'Shows a transcript as a page of its own; noted as read.',
    method: 'GET',
    path: `${one}/read`,
    needs,
    reply: page({ csp: { 'style-src': ["'unsafe-inline'"] } }),
  }),
  downloadTranscript: endpoint({
    summary: 'Downloads a transcript as a file; noted as read.',
    method: 'GET',
    path: `${one}/download`,
    needs,
    query: z.object({ format: z.enum(transcriptFormats).optional() }),
    reply: file('text/html', 'text/plain', 'application/json'),
  }),
  transcriptAttachment: endpoint({
    summary: 'Downloads a file that was attached in a ticket.',
    method: 'GET',
    path: `${one}/attachments/:attachmentId`,
    needs,
    reply: file(...attachmentTypes),
  }),
  transcriptReaders: endpoint({
    summary: 'Lists who has read a transcript, newest first.',
    method: 'GET',
    path: `${one}/readers`,
    needs: 'manage',
    reply: z.object({
      readers: z.array(
        z.object({ userId: snowflake.nullable(), name: z.string().nullable(), how: z.string(), at: z.number() }),
      ),
      /** How often it was read in total. */
      total: z.number(),
    }),
  }),
  deleteTranscript: endpoint({
    summary: 'Deletes a transcript with everything that was recorded and its files.',
    method: 'DELETE',
    path: one,
    needs: 'manage',
    reply: z.object({}),
  }),
}
