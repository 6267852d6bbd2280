import { LRUCache } from 'lru-cache'
import type { Word } from '../contract.ts'
import { type WordEngine, wordEngine } from './words.ts'

const roomBytes = 256 * 1024 * 1024

const none: WordEngine = { find: () => [], bytes: 0 }

/** By the list itself: settings are replaced when they change, never altered. */
const engines = new LRUCache<readonly Word[], WordEngine>({
  maxSize: roomBytes,
  sizeCalculation: ({ bytes }) => bytes + 1,
})

/** The engine for a list of stored words, made when it is first asked for. An evicted one is made again. */
export function engineFor(words: readonly Word[]): WordEngine {
  if (words.length === 0) return none
  const known = engines.get(words)
  if (known) return known
  const made = wordEngine(words)
  engines.set(words, made)
  return made
}

/** Lists that are being tried out, by what is in them: each call brings a list of its own, mostly the same. */
const drafts = new LRUCache<string, WordEngine>({ max: 4 })

/** The engine for words that are perhaps not stored. It takes no room from those that are. */
export function draftEngineFor(words: readonly Word[]): WordEngine {
  const stored = engines.get(words)
  if (stored || words.length === 0) return stored ?? none
  const key = JSON.stringify(words)
  const made = drafts.get(key) ?? wordEngine(words)
  drafts.set(key, made)
  return made
}
