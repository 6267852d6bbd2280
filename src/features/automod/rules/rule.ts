import type { Verdict } from '../contract.ts'
import type { MessageFacts } from '../message/facts.ts'
import type { AutomodSettings } from '../contract.ts'
import type { RecentMessage, Rates } from '../message/recent-messages.ts'
import type { WordFinder } from '../text/words.ts'

export type Evidence = Verdict['evidence'][number]

/** A rule was broken. */
export interface Breach {
  /** For moderators, with the numbers. */
  sentence: string
  evidence: readonly Evidence[]
  /** Earlier messages that belong to it and go with it. */
  relatedMessages?: readonly RecentMessage[]
  /** Invite codes, for whoever can tell whether they lead to this very server. */
  inviteCodes?: readonly string[]
}

export interface RuleInput {
  facts: MessageFacts
  own: AutomodSettings
  rates: Rates
  words: WordFinder
  /** How many places in the text are worth finding. */
  maxEvidence: number
}

export interface Rule {
  name: string
  title: string
  /** For the author: 'had an invite to another server'. */
  reason: string
  isOn(own: AutomodSettings): boolean
  evaluate(input: RuleInput): Breach | undefined
  /** What to say of a message that does not break it. */
  clearSentence(input: RuleInput): string
}

/** Evidence in the text. What is not in what the author wrote (a forward) has no place. */
export function quoted({ content, text }: MessageFacts, start: number, end: number): Evidence {
  const inside = end <= content.length
  return { text: text.slice(start, end).slice(0, 200), start: inside ? start : null, end: inside ? end : null }
}
