import type { Services } from '#kernel/feature.ts'
import { lastMemberMessage } from '../life/last-member-message.ts'
import type { Tag } from './rows.ts'

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** Whether a text contains a word or phrase as a whole, not as a part of another word. @param text folded */
function has(text: string, word: string): boolean {
  const wanted = folded(word)
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + wanted.length])) return true
  return false
}

/** Whether an answer fits a text. */
export const fits = ({ words }: Pick<Tag, 'words'>, text: string): boolean =>
  words.some(word => has(folded(text), word))

/**
 * Returns the answers, with those that fit the last message of the ticket's member first and marked. Nothing is sent
 * automatically.
 */
export function suggested(
  services: Pick<Services, 'memory'>,
  ticketId: number | undefined,
  tags: readonly Tag[],
): (Tag & { suggested: boolean })[] {
  const text = ticketId === undefined ? undefined : lastMemberMessage(services, ticketId)
  return tags
    .map(tag => ({ ...tag, suggested: text !== undefined && fits(tag, text) }))
    .toSorted((a, b) => Number(b.suggested) - Number(a.suggested))
}
