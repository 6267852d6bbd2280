import { read } from '#features/automod/text/normalise.ts'
import { wordEngine } from '#features/automod/text/words.ts'
import { evasions } from './evasions.ts'
import { heldOutEvasions, heldOutInnocents } from './held-out.ts'
import { innocentLines } from './innocents.ts'
import { strangersEvasions } from './strangers-evasions.ts'
import { strangersInnocents } from './strangers-innocents.ts'
import { usualWords } from './usual-words.ts'

/** The result of the word filter for the corpus, with a usual list. */
export interface JudgedCorpus {
  innocents: number
  /** Innocent lines that were hit, with the word that was found. */
  falseHits: string[]
  evasions: number
  missed: string[]
  /** The share of hidden words that were found, from 0 to 1. */
  found: number
}

/** @param seed different seeds judge different lines of the same kinds */
export function judgeCorpus(seed: number): JudgedCorpus {
  const engine = wordEngine(usualWords)
  const hit = (text: string) => engine.find(read(text), 1)[0]
  const innocents = [...innocentLines(seed), ...heldOutInnocents, ...strangersInnocents]
  const hidden = [...evasions(seed).map(({ text }) => text), ...heldOutEvasions, ...strangersEvasions]
  const falseHits = innocents.flatMap(line => {
    const found = hit(line)
    return found ? [`${found.pattern} in ${line}`] : []
  })
  const missed = hidden.filter(text => !hit(text))
  return {
    innocents: innocents.length,
    falseHits,
    evasions: hidden.length,
    missed,
    found: 1 - missed.length / hidden.length,
  }
}
