import { processState, type Services } from '#kernel/feature.ts'
import type { Tag } from './rows.ts'

/** What is looked at of a message, in characters. */
const lookedAt = 500
/** Tickets of which the member's last message is remembered. */
const mostRemembered = 2000

/** By ticket: what its member wrote last. Forgotten with the process; nothing depends on it but an order. */
const lastWords = processState(() => new Map<number, string>())

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** Remembers what a ticket's member wrote, so that fitting answers stand first. */
export function hearMember(services: Pick<Services, 'memory'>, ticketId: number, text: string): void {
  const known = lastWords(services)
  known.delete(ticketId)
  known.set(ticketId, folded(text.slice(0, lookedAt)))
  const [oldest] = known.keys()
  if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest)
}

const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** Whether a text has a word or phrase, not merely as a part of another word. @param text folded */
function has(text: string, word: string): boolean {
  const wanted = folded(word)
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + wanted.length])) return true
  return false
}

/** Whether an answer fits a text. */
export const fits = ({ words }: Pick<Tag, 'words'>, text: string): boolean =>
  words.some(word => has(folded(text), word))

/** Those that fit what the ticket's member wrote last come first, and are marked; nobody is answered by itself. */
export function suggested(
  services: Pick<Services, 'memory'>,
  ticketId: number | undefined,
  tags: readonly Tag[],
): (Tag & { suggested: boolean })[] {
  const text = ticketId === undefined ? undefined : lastWords(services).get(ticketId)
  return tags
    .map(tag => ({ ...tag, suggested: text !== undefined && fits(tag, text) }))
    .toSorted((a, b) => Number(b.suggested) - Number(a.suggested))
}
