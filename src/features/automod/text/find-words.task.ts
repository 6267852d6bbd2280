import { LRUCache } from 'lru-cache'
import type { Word } from './contract.ts'
import { read } from './normalise.ts'
import { type Hit, type WordEngine, wordEngine } from './words.ts'

/** A cache: each call brings its list along, usually the same as the last one. */
const engines = new LRUCache<string, WordEngine>({ max: 4 })

/** Finds listed words and patterns in each text, at most `most` places. */
export default function findWords(order: { words: readonly Word[]; texts: readonly string[]; most: number }): Hit[][] {
  const key = JSON.stringify(order.words)
  const engine = engines.get(key) ?? wordEngine(order.words)
  engines.set(key, engine)
  return order.texts.map(text => engine.find(read(text), order.most))
}
