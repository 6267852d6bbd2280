import type { Parts } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { supplyVisits } from './access.ts'
import { forgetAnswers } from './forget.ts'

/** What the feature takes from this room. */
export const liveRoom = {
  forgetUser: forgetAnswers,
  start: supplyVisits,
} satisfies Parts<typeof tickets>
