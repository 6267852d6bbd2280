import { processState, type Services } from '#kernel/feature.ts'

/** How much of a message is remembered, in characters. */
const lookedAt = 500
/** The number of tickets whose last member message is remembered. */
const mostRemembered = 2000

/** By ticket: what its member wrote last. Lost when the process ends; only an order of suggestions depends on it. */
const lastMessages = processState(() => new Map<number, string>())

/** Remembers what a ticket's member wrote. */
export function rememberMemberMessage(services: Pick<Services, 'memory'>, ticketId: number, text: string): void {
  const known = lastMessages(services)
  known.delete(ticketId)
  known.set(ticketId, text.slice(0, lookedAt))
  const [oldest] = known.keys()
  if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest)
}

/** Returns the beginning of the last message by a ticket's member, if this process received one. */
export const lastMemberMessage = (services: Pick<Services, 'memory'>, ticketId: number): string | undefined =>
  lastMessages(services).get(ticketId)
