import type { Option } from '../declarations/option.ts'
import { refuseKeywordAsText, refuseMistaken } from './mistaken-texts.ts'
import { refuseChoiceInReason } from './spoken-choices.ts'
import type { Named } from './usage-errors.ts'
import { splitWords } from './words.ts'

function refuseDoubtful(name: string, option: Option, text: string, others: readonly Named[]): void {
  const words = splitWords(text)
  refuseKeywordAsText(name, option, words)
  refuseMistaken(name, option, words)
  const ways = { choose: 'Choose', keep: `put the ${name} in quotes` }
  if (!option.required) refuseChoiceInReason(name, words, others, ways)
}

function isDoubtful(...given: Parameters<typeof refuseDoubtful>): boolean {
  try {
    refuseDoubtful(...given)
    return false
  } catch {
    return true
  }
}

/**
 * The text that was given for an option of a slash command: in quotes, what would otherwise be refused is the text.
 * @param others the options that were not given
 * @throws UserError 'command.usage' where it probably means something else, as for a typed command
 */
export function textMeant(name: string, option: Option, text: string, others: readonly Named[]): string {
  const [, quoted] = /^"([^"]*)"$/.exec(text.trim()) ?? []
  if (quoted !== undefined && isDoubtful(name, option, quoted, others)) return quoted
  refuseDoubtful(name, option, text, others)
  return text
}
