import { formatCount } from '#kit/numbers.ts'
import { type Rule } from './rule.ts'

/** The number of lines as Discord shows them: empty ones take up room too. */
const linesIn = (text: string): number => text.split('\n').length

export const lines: Rule = {
  name: 'lines',
  title: 'Lines',
  reason: 'had too many lines',
  isOn: own => own.limitLines,
  evaluate({ facts, own }) {
    const count = linesIn(facts.text)
    if (count <= own.maxLines) return undefined
    return { sentence: `It has ${formatCount(count, 'line')}; ${own.maxLines} are allowed.`, evidence: [] }
  },
  clearSentence: ({ facts, own }) => `It has ${formatCount(linesIn(facts.text), 'line')} of ${own.maxLines}.`,
}
