import { LRUCache } from 'lru-cache'
import type { Word } from '../contract.ts'
import { type WordEngine, wordEngine } from './words.ts'

const roomBytes = 256 * 1024 * 1024

const none = wordEngine([])

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
