import { z } from 'zod'
import { endpoint, limited, pressKey, snowflake } from '#contract'
import { priorities } from '../../life/contract.ts'

/** Needed: permission to answer any ticket of the server. Each call checks which ones. */
const answers = 'tickets.answer'

const one = '/guild/:guildId/tickets/ticket/:ticketId'

export const longestReason = 400
export const longestNote = 2000

/** What could not be done in Discord, as sentences. */
const done = z.object({ problems: z.array(z.string()) })

/** What the team does with a ticket besides answering it. */
export const actEndpoints = {
  claim: endpoint({
    summary: 'Claims a ticket for the caller, or takes it over from the person who has claimed it.',
    method: 'POST',
    idempotent: 'A caller who has already claimed it is refused.',
    path: `${one}/claim`,
    needs: answers,
    body: z.object({
      /** Who has it as far as the caller knows: a claim by anybody else is not overridden. */
      from: snowflake.nullable().default(null),
    }),
    reply: done,
  }),
  release: endpoint({
    summary: 'Gives a claimed ticket back to the team.',
    method: 'POST',
    idempotent: 'A ticket that nobody has claimed is refused.',
    path: `${one}/release`,
    needs: answers,
    reply: done,
  }),
  prioritise: endpoint({
    summary: 'Sets the priority of a ticket.',
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
    idempotent: 'A closed ticket is refused.',
    path: `${one}/close`,
    needs: answers,
    body: z.object({ reason: limited(longestReason, 'The reason').default('') }),
    reply: done,
  }),
  reopen: endpoint({
    summary: 'Opens a closed ticket again.',
    method: 'POST',
    idempotent: 'An open ticket is refused.',
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
    summary: 'Adds a member or a role to a ticket.',
    method: 'POST',
    idempotent: 'Somebody who was already added is refused.',
    path: `${one}/people`,
    needs: answers,
    body: z.object({ kind: z.enum(['user', 'role']), id: snowflake }),
    reply: done,
  }),
  removePerson: endpoint({
    summary: 'Removes a member or a role from a ticket.',
    method: 'DELETE',
    path: `${one}/people/:targetId`,
    needs: answers,
    reply: done,
  }),
  transfer: endpoint({
    summary: 'Hands a ticket to somebody else on its team.',
    method: 'POST',
    idempotent: 'Somebody who already has it is refused.',
    path: `${one}/transfer`,
    needs: answers,
    body: z.object({ to: snowflake }),
    reply: done,
  }),
  rename: endpoint({
    summary: 'Renames a ticket’s channel.',
    method: 'POST',
    idempotent: 'The name stays the same.',
    path: `${one}/rename`,
    needs: answers,
    body: z.object({ name: limited(100, 'The name') }),
    reply: done.extend({
      name: z.string(),
      /** When Discord will accept the rename (Unix ms); null if it already has. */
      queuedUntil: z.number().nullable(),
    }),
  }),
  moveTicket: endpoint({
    summary: 'Moves a ticket to another panel, whose team, category and rules apply from then on.',
    method: 'POST',
    idempotent: 'The same panel is refused.',
    path: `${one}/move`,
    needs: answers,
    body: z.object({ panelId: z.string().max(64) }),
    reply: done,
  }),
  noteInternally: endpoint({
    summary: 'Adds a note to a ticket that only its team can read.',
    method: 'POST',
    path: `${one}/note`,
    needs: answers,
    body: z.object({ text: limited(longestNote, 'The note'), key: pressKey.optional() }),
    reply: z.object({}),
  }),
  candidates: endpoint({
    summary: 'Finds members by the beginning of their name or by ID, and whether each answers a ticket.',
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
