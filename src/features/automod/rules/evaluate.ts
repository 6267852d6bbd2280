import type { Verdict } from '../contract.ts'
import type { Breach, Case, Rule } from './rule.ts'
import { rules } from './list.ts'

export interface Broken extends Breach {
  rule: Rule
}

/** The rules that a message breaks. Undefined when none, as for nearly all messages. */
export function broken(given: Case): Broken[] | undefined {
  let found: Broken[] | undefined
  for (const rule of rules) {
    if (!rule.on(given.own)) continue
    const breach = rule.judge(given)
    if (breach) (found ??= []).push({ ...breach, rule })
  }
  return found
}

/** What every rule says of a message, for people. */
export const verdicts = (given: Case): Verdict[] =>
  rules.map(({ name, title, on, judge, clear }): Verdict => {
    if (!on(given.own)) return { rule: name, title, state: 'off', sentence: 'This rule is off.', evidence: [] }
    const breach = judge(given)
    if (!breach) return { rule: name, title, state: 'clear', sentence: clear(given), evidence: [] }
    return { rule: name, title, state: 'hit', sentence: breach.sentence, evidence: [...breach.evidence] }
  })
