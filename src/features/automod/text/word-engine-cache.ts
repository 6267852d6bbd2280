import { LRUCache } from 'lru-cache'
import type { Word } from './contract.ts'
import { runSteps } from './run-steps.ts'
import { engineInSteps, type WordEngine, wordEngine } from './words.ts'

const roomBytes = 256 * 1024 * 1024

/** A list with no more characters than this is prepared within a few milliseconds. */
const smallList = 1000

const none = wordEngine([])

interface Kept {
  key: string
  /** Undefined once it was evicted. */
  engine: WordEngine | undefined
  uses: number
}

/** By the content of the list: servers with the same words share an engine. */
const engines = new LRUCache<string, Kept>({
  maxSize: roomBytes,
  sizeCalculation: ({ key, engine }) => (engine?.bytes ?? 0) + key.length,
  dispose(kept) {
    kept.engine = undefined
  },
})
/** After how many messages the cache is notified again that an engine is in use; messages are most of its uses. */
const usesUntold = 64
const beingMade = new Map<string, Promise<WordEngine>>()
/** Settings are replaced when they change, never modified. */
const byList = new WeakMap<readonly Word[], Kept>()

const isSmall = (words: readonly Word[]): boolean =>
  words.reduce((length, { pattern }) => length + pattern.length, 0) <= smallList

function keep(words: readonly Word[], key: string, engine: WordEngine): WordEngine {
  const kept = { key, engine, uses: 0 }
  engines.set(key, kept)
  byList.set(words, kept)
  return engine
}

/**
 * Returns the engine for a stored list of words, created on first use. An evicted one is created again.
 * @returns a promise if creating it takes long; this is done in steps that hold nobody up
 */
export function engineFor(words: readonly Word[]): WordEngine | Promise<WordEngine> {
  if (words.length === 0) return none
  const held = byList.get(words)
  if (held?.engine && ++held.uses % usesUntold !== 0) return held.engine
  const key = held?.key ?? JSON.stringify(words)
  const known = engines.get(key)
  if (known?.engine) {
    byList.set(words, known)
    return known.engine
  }
  if (isSmall(words)) return keep(words, key, wordEngine(words))
  const making =
    beingMade.get(key) ??
    runSteps(engineInSteps(words))
      .then(engine => keep(words, key, engine))
      .finally(() => beingMade.delete(key))
  beingMade.set(key, making)
  return making
}
