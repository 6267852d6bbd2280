import { wordsOf } from '../design/contract.ts'

/** Which words and phrases a text has. */
export interface Phrases {
  has(phrase: string): boolean
}

/**
 * A text to be asked for many phrases: however long both are, each question costs a look into a set. Phrases are compared
 * word by word, so 'art' is not in 'party'.
 */
export function phrasesIn(text: string): Phrases {
  const words = wordsOf(text)
  /** By the number of words in a phrase. */
  const runs = new Map<number, ReadonlySet<string>>()
  const runsOf = (length: number) => {
    const known = runs.get(length)
    if (known) return known
    const made = new Set<string>()
    for (let at = 0; at + length <= words.length; at++) made.add(words.slice(at, at + length).join(' '))
    runs.set(length, made)
    return made
  }
  return {
    has(phrase) {
      const asked = wordsOf(phrase)
      return asked.length > 0 && asked.length <= words.length && runsOf(asked.length).has(asked.join(' '))
    },
  }
}
