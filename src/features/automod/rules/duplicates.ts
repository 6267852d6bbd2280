import { formatCount } from '#kit/numbers.ts'
import { type Rule } from './rule.ts'

export const duplicates: Rule = {
  name: 'duplicates',
  title: 'Duplicates',
  reason: 'repeated the same message',
  isOn: own => own.antiSpam,
  evaluate({ own, rates }) {
    const times = rates.alike.length
    if (times <= own.maxDuplicated) return undefined
    return {
      sentence: `The same text came ${formatCount(times, 'time')} within ${own.duplicateSeconds} seconds; ${own.maxDuplicated} are allowed.`,
      evidence: [],
      relatedMessages: rates.alike.slice(0, -1),
    }
  },
  clearSentence: ({ own, rates }) =>
    `The same text came ${formatCount(Math.max(rates.alike.length, 1), 'time')} of ${own.maxDuplicated} within ${own.duplicateSeconds} seconds.`,
}
