import { z } from 'zod'
import { endpoint, limited, pressKey, snowflake } from '#contract'
import { priorities } from '../../life/contract.ts'

/** Whoever may answer any ticket of the server; which ones is judged for each. */
const answers = 'tickets.answer'

const one = '/guild/:guildId/tickets/ticket/:ticketId'

export const longestReason = 400
export const longestNote = 2000

/** What could not be done in Discord, as sentences. */
const done = z.object({ problems: z.array(z.string()) })

/** What the team does to a ticket besides answering it. */
export const actEndpoints = {
  claim: endpoint({
    summary: 'Claims a ticket for the caller, or takes it over from whoever has it.',
    method: 'POST',
    idempotent: 'Who has claimed it is told so.',
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
    idempotent: 'One that nobody has is refused.',
    path: `${one}/release`,
    needs: answers,
    reply: done,
  }),
  prioritise: endpoint({
    summary: 'Says how urgent a ticket is.',
    method: 'POST',
    idempotent: 'The same priority is refused.',
    path: `${one}/priority`,
    needs: answers,
    body: z.object({ priority: z.enum(priorities) }),
    reply: done,
  }),
  close: endpoint({
    summary: 'Closes a ticket.',
    method: 'POST',
    idempotent: 'One that is closed is refused.',
    path: `${one}/close`,
    needs: answers,
    body: z.object({ reason: limited(longestReason, 'The reason').default('') }),
    reply: done,
  }),
  reopen: endpoint({
    summary: 'Opens a closed ticket again.',
    method: 'POST',
    idempotent: 'One that is open is refused.',
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
  addPerson: endpoint({
    summary: 'Lets a member or a role into a ticket.',
    method: 'POST',
    idempotent: 'Who was added is refused.',
    path: `${one}/people`,
    needs: answers,
    body: z.object({ kind: z.enum(['user', 'role']), id: snowflake }),
    reply: done,
  }),
  removePerson: endpoint({
    summary: 'Takes a member or a role out of a ticket.',
    method: 'DELETE',
    path: `${one}/people/:targetId`,
    needs: answers,
    reply: done,
  }),
  transfer: endpoint({
    summary: 'Hands a ticket to somebody else of its team.',
    method: 'POST',
    idempotent: 'Who has it is refused.',
    path: `${one}/transfer`,
    needs: answers,
    body: z.object({ to: snowflake }),
    reply: done,
  }),
  rename: endpoint({
    summary: 'Renames a ticket’s channel.',
    method: 'POST',
    idempotent: 'It is called the same.',
    path: `${one}/rename`,
    needs: answers,
    body: z.object({ name: limited(100, 'The name') }),
    reply: done.extend({
      name: z.string(),
      /** When Discord takes it (Unix ms); null where it has. */
      queuedUntil: z.number().nullable(),
    }),
  }),
  moveTicket: endpoint({
    summary: 'Moves a ticket to another panel: its team, category and rules hold from then on.',
    method: 'POST',
    idempotent: 'The same panel is refused.',
    path: `${one}/move`,
    needs: answers,
    body: z.object({ panelId: z.string().max(64) }),
    reply: done,
  }),
  noteInternally: endpoint({
    summary: 'Keeps a note with a ticket that its team alone reads.',
    method: 'POST',
    path: `${one}/note`,
    needs: answers,
    body: z.object({ text: limited(longestNote, 'The note'), key: pressKey.optional() }),
    reply: z.object({}),
  }),
  candidates: endpoint({
    summary: 'Finds members by the beginning of their name or by ID, with who of them answers a ticket.',
    method: 'GET',
    path: `${one}/candidates`,
    needs: answers,
    query: z.object({ search: limited(100, 'The search').trim().min(1) }),
    reply: z.object({
      people: z.array(z.object({ id: snowflake, name: z.string(), answers: z.boolean() })),
    }),
  }),
  makeTranscript: endpoint({
    summary: 'Makes a ticket’s transcript now.',
    method: 'POST',
    idempotent: 'A ticket has one transcript, sent to each place once for each closing.',
    path: `${one}/transcript`,
    needs: answers,
    reply: z.object({ transcriptId: z.string(), problem: z.string().nullable() }),
  }),
}
