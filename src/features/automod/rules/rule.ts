import type { Verdict } from '../contract.ts'
import type { Facts } from '../message/facts.ts'
import type { AutomodSettings } from '../form-values.ts'
import type { Posted, Rates } from '../message/recent-messages.ts'
import type { WordEngine } from '../text/words.ts'

export type Evidence = Verdict['evidence'][number]

/** A rule was broken. */
export interface Breach {
  /** For moderators, with the numbers. */
  sentence: string
  evidence: readonly Evidence[]
  /** Earlier messages that belong to it and go with it. */
  also?: readonly Posted[]
  /** Invite codes, for whoever can tell whether they lead to this very server. */
  codes?: readonly string[]
}

export interface Case {
  facts: Facts
  own: AutomodSettings
  rates: Rates
  words: WordEngine
  /** How many places in the text are worth finding. */
  most: number
}

export interface Rule {
  name: string
  title: string
  /** For the author: 'had an invite to another server'. */
  reason: string
  on(own: AutomodSettings): boolean
  judge(given: Case): Breach | undefined
  /** What to say of a message that does not break it. */
  clear(given: Case): string
}

/** Evidence in the text. What is not in what the author wrote (a forward) has no place. */
export function quoted({ content, text }: Facts, start: number, end: number): Evidence {
  const inside = end <= content.length
  return { text: text.slice(start, end).slice(0, 200), start: inside ? start : null, end: inside ? end : null }
}
