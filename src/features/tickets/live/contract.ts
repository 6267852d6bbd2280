import { z } from 'zod'
import { endpoint, file, limited, pressKey, snowflake, stream, upload } from '#contract'
import { eventKinds, priorities, ticketStates } from '../life/contract.ts'
import { tagName } from '../tags/contract.ts'
import { attachmentTypes, names, recordedMessage } from '../transcripts/contract.ts'
import { openingForEndpoints } from './opening-for/contract.ts'
import { actEndpoints } from './team-acts/contract.ts'

/** Needed: permission to read any ticket of the server. Each call checks which ones. */
const needs = 'tickets.read'

/** Needed: permission to answer any ticket. Each call checks which ones. */
const answers = 'tickets.answer'

const mostListed = 50
export const messagesPerPage = 50
/** The most characters of an answer including the name that signs it: Discord's limit for a message. */
export const longestAnswer = 2000
/** Discord's limit of files per message. */
export const mostFiles = 10
/** Discord's file size limit in a server without boosts (bytes). */
export const largestFile = 10 * 1024 ** 2
/** The most bytes that the files of one answer may have in total. */
export const mostTogether = 25 * 1024 ** 2
/** Types that are shown before they are sent, which are pictures; everything else is only listed as a file. */
export const answerFileTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/octet-stream',
] as const
const answerFileId = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .meta({ examples: ['0123456789abcdef0123456789abcdef'] })

const person = z.object({
  /** Null for people who asked to be forgotten. */
  id: snowflake.nullable(),
  name: z.string().nullable(),
  /** The hash of their avatar. */
  avatar: z.string().nullable(),
})

/** How long something takes, within the panel's working hours. All times are in ms. */
const stretch = z.object({
  ms: z.number(),
  /** Null if the panel sets no goal. */
  goalMs: z.number().nullable(),
  /** The fraction of the goal that is used up: 1 is all of it. Null without a goal. */
  share: z.number().nullable(),
  /** When the goal is used up (Unix ms). Null without a goal; for a wait, also once it is used up. */
  dueAt: z.number().nullable(),
})

const listed = z.object({
  id: z.int(),
  /** As displayed: '0148'. */
  number: z.string(),
  member: person,
  panelId: z.string(),
  panelTitle: z.string(),
  priority: z.enum(priorities),
  state: z.enum(ticketStates),
  openedAt: z.number(),
  /** Who is expected to write next: the team until it has answered, then the member. */
  awaiting: z.enum(['team', 'member']).nullable(),
  awaitingSince: z.number().nullable(),
  /** How long the member has waited for the team; null while the team is not expected to answer. */
  wait: stretch.nullable(),
  claimedBy: person.nullable(),
  /** When it closes automatically if nothing happens (Unix ms). */
  closesAt: z.number().nullable(),
  /** Why it would: for silence, for how long it has been open, or because the team asked. */
  closesFor: z.enum(['inactive', 'overdue', 'request']).nullable(),
  /** Whether it would have closed automatically, but stays open because the team owes an answer. */
  heldOpen: z.boolean(),
  closedAt: z.number().nullable(),
  /** Null for the bot itself, and for people who asked to be forgotten. */
  closedByName: z.string().nullable(),
  /** Whether the caller may answer, claim and close it. */
  mayAnswer: z.boolean(),
})
export type ListedTicket = z.output<typeof listed>

/** The message in which the search text was found. */
const ticketHit = z.object({ author: z.string().nullable(), text: z.string() })

const facts = z.object({
  ticket: listed.extend({
    /** The name of its channel. */
    name: z.string(),
    /** Whether its channel exists, and the bot can see it. */
    channel: z.enum(['there', 'missing', 'hidden']),
    channelId: snowflake.nullable(),
    answers: z.array(z.object({ label: z.string(), value: z.string() })),
    closeReason: z.string().nullable(),
    /** One to five stars, and the comment written with them. */
    rating: z.number().nullable(),
    ratingComment: z.string().nullable(),
    /** Set once a transcript was made, for as long as it is kept. */
    transcriptId: z.string().nullable(),
  }),
  clock: z.object({
    /** `answered`: the clock may also have ended without anybody answering. */
    firstResponse: stretch.extend({ ended: z.boolean(), answered: z.boolean() }),
    resolution: stretch.extend({ ended: z.boolean() }),
    /** The time zone of the working hours, if the clock runs only within those. */
    timeZone: z.string().nullable(),
  }),
  member: z.object({ here: z.boolean(), joinedAt: z.number().nullable() }),
  /** Who is in it: the opener and guests by name, until it is closed, and roles. */
  people: z.array(z.string()),
  /** Who was added to it and can be removed again. */
  guests: z.array(z.object({ kind: z.enum(['user', 'role']), id: snowflake, name: z.string() })),
  /** Roles that may be added, for callers who may act; none for a thread. */
  roles: z.array(z.object({ id: snowflake, name: z.string() })),
  /** Panels that it can be moved to, for callers who may act. */
  panels: z.array(z.object({ id: z.string(), title: z.string() })),
  /** What happened, oldest first. */
  events: z.array(z.object({ at: z.number(), kind: z.enum(eventKinds), byName: z.string().nullable() })),
  /** Other tickets of the member that the caller may read, newest first. */
  history: z.object({
    tickets: z.array(
      z.object({
        id: z.int(),
        number: z.string(),
        panelTitle: z.string(),
        state: z.enum(ticketStates),
        openedAt: z.number(),
        closedAt: z.number().nullable(),
        closedByName: z.string().nullable(),
        rating: z.number().nullable(),
      }),
    ),
    total: z.number(),
  }),
  may: z.object({
    /** Claim it, close it and the like. */
    act: z.boolean(),
    /** Write in it; while somebody has claimed it, perhaps only that person may. */
    write: z.boolean(),
    /** Release it although somebody else has claimed it. */
    manage: z.boolean(),
  }),
  /** How the caller's answers are signed. */
  signature: z.object({
    name: z.string(),
    role: z.string().nullable(),
    /** How many characters of an answer fit beside the signature. */
    room: z.number(),
  }),
  /** Whether closing asks for a confirmation, and keeps the ticket until somebody deletes it. */
  twoStepClose: z.boolean(),
  /** Whether the server and the ticket's panel make transcripts. */
  transcripts: z.boolean(),
})
export type TicketFacts = z.output<typeof facts>

const one = '/guild/:guildId/tickets/ticket/:ticketId'

export const endpoints = {
  openTickets: endpoint({
    summary:
      'Lists the tickets that the caller may read: open ones, starting with those that wait for the team, or closed ones that were not deleted, latest first.',
    method: 'GET',
    path: '/guild/:guildId/tickets/open',
    needs,
    query: z.object({
      state: z.enum(['open', 'closed']).default('open'),
      claimed: z.enum(['mine', 'nobody', 'others']).optional(),
      panel: z.string().max(64).optional(),
      priority: z.enum(priorities).optional(),
      /** Only tickets of this member. */
      member: snowflake.optional(),
      waits: z.enum(['team', 'member']).optional(),
      /** Searches messages, the opener's name, the channel's name and the ticket's number. */
      search: z.string().max(60).optional(),
      limit: z.coerce.number().int().min(1).max(mostListed).default(20),
      page: z.coerce.number().int().min(1).max(1000).default(1),
    }),
    reply: z.object({
      success: z.literal(true),
      tickets: z.array(listed.extend({ hit: ticketHit.nullable() })),
      /** How many there are with these filters, and without them. */
      total: z.number(),
      all: z.number(),
      /** Of all of them, how many wait for whom. */
      waiting: z.object({ team: z.number(), member: z.number() }),
      /** Whether the caller may open tickets for members. */
      mayOpenFor: z.boolean(),
      /** The panels of the tickets that the caller may read. */
      panels: z.array(z.object({ id: z.string(), title: z.string() })),
    }),
  }),
  live: endpoint({
    summary:
      'Reports that something has changed in a ticket; other calls, which check the caller’s rights, return what.',
    method: 'GET',
    path: '/guild/:guildId/tickets/live',
    needs,
    reply: stream({
      changed: z.object({
        ticketId: z.int(),
        /** Its state, the messages in it, or who is writing an answer in the dashboard. */
        what: z.enum(['state', 'messages', 'answering']),
      }),
    }),
  }),
  ticket: endpoint({
    summary: 'Shows a ticket: its state, its clock, who is in it, and what else its member asked.',
    method: 'GET',
    path: one,
    needs,
    reply: facts,
  }),
  ticketMessages: endpoint({
    summary: 'Shows the messages of a ticket that was not deleted, with edits and deletions; the newest page first.',
    method: 'GET',
    path: `${one}/messages`,
    needs,
    query: z.object({ before: z.string().max(50).optional() }),
    reply: z.object({
      /** Oldest first. */
      messages: z.array(recordedMessage),
      /** Where the previous page begins; null on the first page. */
      earlier: z.string().nullable(),
      names,
      /** Which of the caller's answers are on this page, by their keys. */
      sent: z.array(z.string()),
      /** Whether the server keeps what is written here; if not, it is read from Discord. */
      kept: z.boolean(),
    }),
  }),
  ticketAttachment: endpoint({
    summary: 'Downloads a file that was attached in a ticket that was not deleted.',
    method: 'GET',
    path: `${one}/attachments/:attachmentId`,
    needs,
    reply: file(...attachmentTypes),
  }),
  answering: endpoint({
    summary: 'Lists who else is writing an answer to a ticket in the dashboard.',
    method: 'GET',
    path: `${one}/answering`,
    needs,
    reply: z.object({ names: z.array(z.string()) }),
  }),
  noteAnswering: endpoint({
    summary: 'Shows others that the caller is writing an answer.',
    method: 'POST',
    idempotent: 'Repeating it only extends the time.',
    path: `${one}/answering`,
    needs: answers,
    reply: z.object({}),
  }),
  answer: endpoint({
    summary: 'Answers a ticket through the bot, signed with the caller’s name. The same key is sent once.',
    method: 'POST',
    path: `${one}/answer`,
    needs: answers,
    body: z.object({
      /** May be empty if there are files. */
      text: limited(longestAnswer, 'The answer'),
      key: pressKey,
      /** The ready answer that it was made with. */
      tag: tagName.optional(),
      /** The ids returned when they were uploaded. */
      files: z.array(answerFileId).max(mostFiles, `An answer has at most ${mostFiles} files.`).default([]),
    }),
    reply: z.object({ messageId: snowflake }),
  }),
  addAnswerFile: endpoint({
    summary: 'Keeps a file for the caller’s next answer, for a day.',
    method: 'POST',
    idempotent: 'The answer names its files; one that it does not name is deleted a day later.',
    path: `${one}/answer/files`,
    needs: answers,
    body: upload({ fields: z.strictObject({}), maxBytes: largestFile, types: answerFileTypes }),
    reply: z.object({ id: answerFileId, name: z.string(), bytes: z.int() }),
  }),
  removeAnswerFile: endpoint({
    summary: 'Removes a file from the caller’s next answer.',
    method: 'DELETE',
    path: `${one}/answer/files/:fileId`,
    needs: answers,
    reply: z.object({}),
  }),
  ...actEndpoints,
  ...openingForEndpoints,
}
