import type { Verdict } from '../contract.ts'
import type { Breach, RuleInput, Rule } from './rule.ts'
import { rules } from './list.ts'

export interface BrokenRule extends Breach {
  rule: Rule
}

/** The rules that a message breaks; undefined if none, as for nearly all messages. */
export function brokenRules(input: RuleInput): BrokenRule[] | undefined {
  let found: BrokenRule[] | undefined
  for (const rule of rules) {
    if (!rule.isOn(input.own)) continue
    const breach = rule.evaluate(input)
    if (breach) (found ??= []).push({ ...breach, rule })
  }
  return found
}

/** The verdict of every rule on a message, as sentences. */
export const ruleVerdicts = (input: RuleInput): Verdict[] =>
  rules.map(({ name, title, isOn, evaluate, clearSentence }): Verdict => {
    if (!isOn(input.own)) return { rule: name, title, state: 'off', sentence: 'This rule is off.', evidence: [] }
    const breach = evaluate(input)
    if (!breach) return { rule: name, title, state: 'clear', sentence: clearSentence(input), evidence: [] }
    return { rule: name, title, state: 'hit', sentence: breach.sentence, evidence: [...breach.evidence] }
  })
