import { wordsOf } from '../design/contract.ts'

/** Looks up which phrases a text contains. */
export interface Phrases {
  /** The first phrase of a list that the text contains. */
  firstOf(list: readonly string[]): string | undefined
}

interface SplitPhrase {
  phrase: string
  words: number
  text: string
}

const taken = new WeakMap<readonly string[], readonly SplitPhrase[]>()

/** The phrases of a list, split into words and cached, since automations ask for the same ones in every message. */
function splitPhrases(list: readonly string[]): readonly SplitPhrase[] {
  const known = taken.get(list)
  if (known) return known
  const made = list.map(phrase => {
    const words = wordsOf(phrase)
    return { phrase, words: words.length, text: words.join(' ') }
  })
  taken.set(list, made)
  return made
}

/**
 * Prepares a text for many phrase lookups: however long text and phrases are, each lookup is one search in a set.
 * Phrases are compared word by word, so 'art' does not match 'party'.
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
    firstOf: list =>
      splitPhrases(list).find(one => one.words > 0 && one.words <= words.length && runsOf(one.words).has(one.text))
        ?.phrase,
  }
}
