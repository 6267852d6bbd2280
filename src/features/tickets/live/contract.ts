import { z } from 'zod'
import { endpoint, snowflake, stream } from '#contract'
import { priorities, ticketStates } from '../life/contract.ts'

/** Whoever may read any ticket of the server; which ones is judged for each. */
const needs = 'tickets.read'

export const mostListed = 50

const person = z.object({
  /** Null for people who asked to be forgotten. */
  id: snowflake.nullable(),
  name: z.string().nullable(),
  /** The hash of their picture. */
  avatar: z.string().nullable(),
})

/** How long something takes, within its panel's working hours. All times are ms. */
const stretch = z.object({
  ms: z.number(),
  /** Null where the panel sets none. */
  goalMs: z.number().nullable(),
  /** Of the goal: 1 is all of it. Null without one. */
  share: z.number().nullable(),
  /** When the goal will be passed (Unix ms); null once it is. */
  dueAt: z.number().nullable(),
})

const listed = z.object({
  id: z.int(),
  /** As it is shown: '0148'. */
  number: z.string(),
  member: person,
  panelId: z.string(),
  panelTitle: z.string(),
  priority: z.enum(priorities),
  state: z.enum(ticketStates),
  openedAt: z.number(),
  /** Who is due: the team until it has answered, then the member. */
  awaiting: z.enum(['team', 'member']).nullable(),
  awaitingSince: z.number().nullable(),
  /** How long the member has waited for the team; null while the team is not due. */
  wait: stretch.nullable(),
  claimedBy: person.nullable(),
  /** When it closes by itself if nothing happens (Unix ms). */
  closesAt: z.number().nullable(),
  /** Whether the caller may answer, claim and close it. */
  mayAnswer: z.boolean(),
})
export type ListedTicket = z.output<typeof listed>

export const endpoints = {
  openTickets: endpoint({
    summary:
      'Lists the open tickets that the caller may read: those the team is due in first, longest share of the goal on top.',
    method: 'GET',
    path: '/guild/:guildId/tickets/open',
    needs,
    query: z.object({
      claimed: z.enum(['mine', 'nobody', 'others']).optional(),
      panel: z.string().max(64).optional(),
      priority: z.enum(priorities).optional(),
      waits: z.enum(['team', 'member']).optional(),
      limit: z.coerce.number().int().min(1).max(mostListed).default(20),
      page: z.coerce.number().int().min(1).max(1000).default(1),
    }),
    reply: z.object({
      success: z.literal(true),
      tickets: z.array(listed),
      /** How many there are with these filters, and without. */
      total: z.number(),
      all: z.number(),
      /** Of all of them, how many wait for whom. */
      waiting: z.object({ team: z.number(), member: z.number() }),
      /** Panels that tickets of the caller's were opened from. */
      panels: z.array(z.object({ id: z.string(), title: z.string() })),
    }),
  }),
  live: endpoint({
    summary: 'Tells that something has changed in a ticket; what, is asked for by other calls, which judge who asks.',
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
}
