import { counted } from '#kit/numbers.ts'
import { type Rule } from './rule.ts'

export const attachments: Rule = {
  name: 'attachments',
  title: 'Attachments',
  reason: 'had a file',
  on: own => own.antiAttachments,
  judge: ({ facts, most }) =>
    facts.attachments.length === 0
      ? undefined
      : {
          sentence: `It has ${counted(facts.attachments.length, 'file')}.`,
          evidence: facts.attachments.slice(0, most).map(text => ({ text, start: null, end: null })),
        },
  clear: () => 'It has no file.',
}
