import { LRUCache } from 'lru-cache'
import type { Word } from './contract.ts'
import { finishedInTurns } from './in-turns.ts'
import { engineInSteps, type WordEngine, wordEngine } from './words.ts'

const roomBytes = 256 * 1024 * 1024

/** A list of no more characters is made ready in a few milliseconds. */
const smallList = 1000

const none = wordEngine([])

/** By what the list says: servers with the same words share an engine. */
const engines = new LRUCache<string, { key: string; engine: WordEngine }>({
  maxSize: roomBytes,
  sizeCalculation: ({ key, engine }) => engine.bytes + key.length,
})
const beingMade = new Map<string, Promise<WordEngine>>()
/** Settings are replaced when they change, never altered. Equal lists have the very same key, which is quick to compare. */
const keys = new WeakMap<readonly Word[], string>()

const isSmall = (words: readonly Word[]): boolean =>
  words.reduce((length, { pattern }) => length + pattern.length, 0) <= smallList

function keep(words: readonly Word[], key: string, engine: WordEngine): WordEngine {
  engines.set(key, { key, engine })
  keys.set(words, key)
  return engine
}

/**
 * The engine for a list of stored words, made when it is first asked for. An evicted one is made again.
 * @returns a promise where making it takes long: it is made in steps, which hold nobody up
 */
export function engineFor(words: readonly Word[]): WordEngine | Promise<WordEngine> {
  if (words.length === 0) return none
  const key = keys.get(words) ?? JSON.stringify(words)
  const known = engines.get(key)
  if (known) {
    keys.set(words, known.key)
    return known.engine
  }
  if (isSmall(words)) return keep(words, key, wordEngine(words))
  const making =
    beingMade.get(key) ??
    finishedInTurns(engineInSteps(words))
      .then(engine => keep(words, key, engine))
      .finally(() => beingMade.delete(key))
  beingMade.set(key, making)
  return making
}
