import { z } from 'zod'
import { endpoint, limited, pressKey, snowflake } from '#contract'
import { ticketStates } from '../../life/contract.ts'
import { mostQuestions, question } from '../../opening/contract.ts'
import { longestReason } from '../team-acts/contract.ts'

/**
 * Needed: permission to answer any ticket of the server. Each call checks from which panels the caller may open some.
 */
const answers = 'tickets.answer'

const path = '/guild/:guildId/tickets/open-for'

const named = z.object({ id: snowflake, name: z.string() })

/** The answer to one question: what was written, or what was chosen. */
const givenAnswer = z.object({
  /** The index of the panel's question, from 0. */
  question: z
    .int()
    .min(0)
    .max(mostQuestions - 1),
  /** A text; the indexes of options, from 0; `true` for a ticked box; ids of people, roles or channels. */
  values: z.array(limited(4000, 'An answer')).max(25, 'Choose at most 25.'),
})
export type GivenAnswer = z.output<typeof givenAnswer>

/** Opening tickets on behalf of members. */
export const openingForEndpoints = {
  openForChoices: endpoint({
    summary: 'Lists the panels from which the caller may open tickets for members, with their questions.',
    method: 'GET',
    path,
    needs: answers,
    reply: z.object({
      panels: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          questions: z.array(question),
          /** Shows whether the questions have changed since. */
          asked: z.string(),
        }),
      ),
      /** The choices for panels that ask for roles or channels. Channels are those that the caller can see. */
      roles: z.array(named),
      channels: z.array(named),
    }),
  }),
  openForMembers: endpoint({
    summary: 'Finds members, for opening a ticket, by the beginning of their name or by ID.',
    method: 'GET',
    path: `${path}/members`,
    needs: answers,
    query: z.object({ search: limited(100, 'The search').trim().min(1) }),
    reply: z.object({ people: z.array(named) }),
  }),
  openFor: endpoint({
    summary: 'Opens a ticket for a member, within the limits on open tickets. The same key opens one only.',
    method: 'POST',
    path,
    needs: answers,
    body: z.object({
      panelId: z.string().max(64),
      memberId: snowflake,
      /** Shown in the ticket, as the first thing that its member reads. */
      reason: limited(longestReason, 'The reason').default(''),
      /** The caller's answers to the panel's questions; none is required. */
      answers: z.array(givenAnswer).max(mostQuestions).default([]),
      /** The panel's `asked`, required if there are answers. */
      asked: z.string().max(32).optional(),
      key: pressKey,
    }),
    reply: z.object({
      ticketId: z.int(),
      /** As displayed: '0148'. */
      number: z.string(),
      /** `opening`: its channel is still being created. */
      state: z.enum(ticketStates),
    }),
  }),
}
