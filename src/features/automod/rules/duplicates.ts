import { counted } from '#kit/numbers.ts'
import { type Rule } from './rule.ts'

export const duplicates: Rule = {
  name: 'duplicates',
  title: 'Duplicates',
  reason: 'repeated the same message',
  on: own => own.antiSpam,
  judge({ own, rates }) {
    const times = rates.alike.length
    if (times <= own.maxDuplicated) return undefined
    return {
      sentence: `The same text came ${counted(times, 'time')} within ${own.duplicateSeconds} seconds; ${own.maxDuplicated} are allowed.`,
      evidence: [],
      also: rates.alike.slice(0, -1),
    }
  },
  clear: ({ own, rates }) =>
    `The same text came ${counted(Math.max(rates.alike.length, 1), 'time')} of ${own.maxDuplicated} within ${own.duplicateSeconds} seconds.`,
}
