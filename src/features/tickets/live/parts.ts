import type { Parts } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { supplyVisits } from './access.ts'
import { dropAnswerFile } from './answer-files.ts'
import { forgetAnswers, noteArrived } from './sent-answers.ts'

/** What the feature uses from this folder. */
export const live = {
  listeners: { messageCreate: noteArrived },
  jobs: { dropAnswerFile },
  forgetUser: forgetAnswers,
  start: supplyVisits,
} satisfies Parts<typeof tickets>
