import { processState, type Services } from '#kernel/feature.ts'

/** What is looked at of a message, in characters. */
const lookedAt = 500
/** Tickets of which the member's last message is remembered. */
const mostRemembered = 2000

/** By ticket: what its member wrote last. Forgotten with the process; nothing depends on it but an order. */
const lastWords = processState(() => new Map<number, string>())

/** Remembers what a ticket's member wrote. */
export function hearMember(services: Pick<Services, 'memory'>, ticketId: number, text: string): void {
  const known = lastWords(services)
  known.delete(ticketId)
  known.set(ticketId, text.slice(0, lookedAt))
  const [oldest] = known.keys()
  if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest)
}

/** The beginning of what a ticket's member wrote last, as far as this process heard it. */
export const lastWordsOf = (services: Pick<Services, 'memory'>, ticketId: number): string | undefined =>
  lastWords(services).get(ticketId)
