import { LRUCache } from 'lru-cache'
import type { Word } from './contract.ts'
import { type WordEngine, wordEngine } from './words.ts'

const roomBytes = 256 * 1024 * 1024

const none = wordEngine([])

/** By what the list says: servers with the same words share an engine. */
const engines = new LRUCache<string, { key: string; engine: WordEngine }>({
  maxSize: roomBytes,
  sizeCalculation: ({ key, engine }) => engine.bytes + key.length,
})
/** Settings are replaced when they change, never altered. Equal lists have the very same key, which is quick to compare. */
const keys = new WeakMap<readonly Word[], string>()

/** The engine for a list of stored words, made when it is first asked for. An evicted one is made again. */
export function engineFor(words: readonly Word[]): WordEngine {
  if (words.length === 0) return none
  const key = keys.get(words) ?? JSON.stringify(words)
  let known = engines.get(key)
  if (!known) engines.set(key, (known = { key, engine: wordEngine(words) }))
  keys.set(words, known.key)
  return known.engine
}
