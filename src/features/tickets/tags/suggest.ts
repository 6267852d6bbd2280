import type { Services } from '#kernel/feature.ts'
import { lastWordsOf } from '../life/last-member-message.ts'
import type { Tag } from './rows.ts'

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

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
  const text = ticketId === undefined ? undefined : lastWordsOf(services, ticketId)
  return tags
    .map(tag => ({ ...tag, suggested: text !== undefined && fits(tag, text) }))
    .toSorted((a, b) => Number(b.suggested) - Number(a.suggested))
}
