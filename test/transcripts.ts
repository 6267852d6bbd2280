import { closeTicket } from '#features/tickets/life/close.ts'
import type { Ticket } from '#features/tickets/life/rows.ts'
import { transcriptFor } from '#features/tickets/transcripts/rows.ts'
import type { Desk } from './tickets.ts'

/** Says something in a ticket's channel. */
export const sayIn = (
  { harness }: Desk,
  login: string,
  { channelId }: Ticket,
  text: string,
  files: readonly File[] = [],
) => harness.as(login).say(channelId ?? '', text, {}, files)

/** Closes a ticket as the team does. @returns its transcript */
export async function closedBy({ harness, now }: Desk, ticket: Ticket) {
  const { services } = harness.product
  await closeTicket(services, now(ticket), { by: { id: harness.as('moderator').userId, name: 'mod' } })
  const made = transcriptFor(services, ticket)
  if (!made) throw new Error('no transcript')
  return made
}
