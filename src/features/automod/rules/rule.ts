import type { Verdict } from '../contract.ts'
import type { MessageFacts } from '../message/facts.ts'
import type { AutomodSettings } from '../contract.ts'
import type { RecentMessage, Rates } from '../message/recent-messages.ts'
import type { WordFinder } from '../text/words.ts'

export type Evidence = Verdict['evidence'][number]

/** A violation of a rule. */
export interface Breach {
  /** For moderators, with numbers. */
  sentence: string
  evidence: readonly Evidence[]
  /** Earlier messages that are part of the violation and are deleted too. */
  relatedMessages?: readonly RecentMessage[]
  /** Invite codes, to be checked for whether they lead to this very server. */
  inviteCodes?: readonly string[]
}

export interface RuleInput {
  facts: MessageFacts
  own: AutomodSettings
  rates: Rates
  words: WordFinder
  /** How many places in the text to find at most. */
  maxEvidence: number
}

export interface Rule {
  name: string
  title: string
  /** A clause for the author: 'had an invite to another server'. */
  reason: string
  isOn(own: AutomodSettings): boolean
  evaluate(input: RuleInput): Breach | undefined
  /** The sentence about a message that does not break the rule. */
  clearSentence(input: RuleInput): string
}

/** Evidence in the text. If it is not in what the author wrote (but in a forward), it has no offsets. */
export function evidenceAt({ content, text }: MessageFacts, start: number, end: number): Evidence {
  const inside = end <= content.length
  return { text: text.slice(start, end).slice(0, 200), start: inside ? start : null, end: inside ? end : null }
}
