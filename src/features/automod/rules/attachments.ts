import { formatCount } from '#kit/numbers.ts'
import { type Rule } from './rule.ts'

export const attachments: Rule = {
  name: 'attachments',
  title: 'Attachments',
  reason: 'had a file',
  isOn: own => own.antiAttachments,
  evaluate: ({ facts, maxEvidence }) =>
    facts.attachments.length === 0
      ? undefined
      : {
          sentence: `It has ${formatCount(facts.attachments.length, 'file')}.`,
          evidence: facts.attachments.slice(0, maxEvidence).map(text => ({ text, start: null, end: null })),
        },
  clearSentence: () => 'It has no file.',
}
