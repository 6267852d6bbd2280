import { formatCount } from '#kit/numbers.ts'
import { type Rule } from './rule.ts'

export const spam: Rule = {
  name: 'spam',
  title: 'Spam',
  reason: 'came too fast after others',
  isOn: own => own.antiSpam,
  evaluate({ own, rates }) {
    const count = rates.withinSpamWindow.length
    if (count <= own.spamMessages) return undefined
    return {
      sentence: `It is message ${count} within ${formatCount(own.spamSeconds, 'second')}; ${own.spamMessages} are allowed.`,
      evidence: [],
      relatedMessages: rates.withinSpamWindow.slice(0, -1),
    }
  },
  clearSentence: ({ own, rates }) =>
    `It is message ${Math.max(rates.withinSpamWindow.length, 1)} of ${own.spamMessages} within ${formatCount(own.spamSeconds, 'second')}.`,
}
