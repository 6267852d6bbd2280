import { z } from 'zod'
import { endpoint, limited, snowflake } from '#contract'
import { priorities } from '../../life/contract.ts'

/** Whoever may answer any ticket of the server; which ones is judged for each. */
const answers = 'tickets.answer'

const one = '/guild/:guildId/tickets/ticket/:ticketId'

export const longestReason = 400

/** What could not be done in Discord, as sentences. */
const done = z.object({ problems: z.array(z.string()) })

/** What the team does to a ticket besides answering it. */
export const actEndpoints = {
  claim: endpoint({
    summary: 'Claims a ticket for the caller, or takes it over from whoever has it.',
    method: 'POST',
    path: `${one}/claim`,
    needs: answers,
    body: z.object({
      /** Who has it as far as the caller knows: nobody else is passed over. */
      from: snowflake.nullable().default(null),
    }),
    reply: done,
  }),
  release: endpoint({
    summary: 'Gives a claimed ticket back to the team.',
    method: 'POST',
    path: `${one}/release`,
    needs: answers,
    reply: done,
  }),
  prioritise: endpoint({
    summary: 'Says how urgent a ticket is.',
    method: 'POST',
    path: `${one}/priority`,
    needs: answers,
    body: z.object({ priority: z.enum(priorities) }),
    reply: done,
  }),
  close: endpoint({
    summary: 'Closes a ticket.',
    method: 'POST',
    path: `${one}/close`,
    needs: answers,
    body: z.object({ reason: limited(longestReason, 'The reason').default('') }),
    reply: done,
  }),
  reopen: endpoint({
    summary: 'Opens a closed ticket again.',
    method: 'POST',
    path: `${one}/reopen`,
    needs: answers,
    reply: done,
  }),
  deleteTicket: endpoint({
    summary: 'Deletes a closed ticket with its channel; its transcript stays.',
    method: 'DELETE',
    path: one,
    needs: answers,
    reply: done,
  }),
  makeTranscript: endpoint({
    summary: 'Makes a ticket’s transcript now.',
    method: 'POST',
    path: `${one}/transcript`,
    needs: answers,
    reply: z.object({ transcriptId: z.string(), problem: z.string().nullable() }),
  }),
}
