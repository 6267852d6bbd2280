import { z } from 'zod'
import { endpoint, limited, pressKey, snowflake } from '#contract'
import { ticketStates } from '../../life/contract.ts'
import { mostQuestions, question } from '../../opening/contract.ts'
import { longestReason } from '../team-acts/contract.ts'

/** Whoever may answer any ticket of the server; of which panels they may open some is judged for each. */
const answers = 'tickets.answer'

const path = '/guild/:guildId/tickets/open-for'

const named = z.object({ id: snowflake, name: z.string() })

/** One thing that was answered: what was written, or what was chosen. */
const givenAnswer = z.object({
  /** Which question of the panel, from 0. */
  question: z
    .int()
    .min(0)
    .max(mostQuestions - 1),
  /** A text; the places of options, from 0; `true` for a ticked box; ids of people, roles or channels. */
  values: z.array(limited(4000, 'An answer')).max(25, 'Choose at most 25.'),
})
export type GivenAnswer = z.output<typeof givenAnswer>

/** Opening tickets for members who have not pressed anything. */
export const openingForEndpoints = {
  openForChoices: endpoint({
    summary: 'Lists the panels that the caller may open tickets of for members, with what they ask.',
    method: 'GET',
    path,
    needs: answers,
    reply: z.object({
      panels: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          questions: z.array(question),
          /** Tells whether the questions were changed meanwhile. */
          asked: z.string(),
        }),
      ),
      /** Where a panel asks for some: what can be chosen. Channels are those that the caller sees. */
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
    summary: 'Opens a ticket for a member; limits on how many may be open hold. The same key opens one.',
    method: 'POST',
    path,
    needs: answers,
    body: z.object({
      panelId: z.string().max(64),
      memberId: snowflake,
      /** Stands in the ticket, as the first thing that its member reads. */
      reason: limited(longestReason, 'The reason').default(''),
      /** What the caller knows of what the panel asks; nothing has to be answered. */
      answers: z.array(givenAnswer).max(mostQuestions).default([]),
      /** The panel's `asked`, where something is answered. */
      asked: z.string().max(32).optional(),
      key: pressKey,
    }),
    reply: z.object({
      ticketId: z.int(),
      /** As it is shown: '0148'. */
      number: z.string(),
      /** `opening`: its channel is still being made. */
      state: z.enum(ticketStates),
    }),
  }),
}
