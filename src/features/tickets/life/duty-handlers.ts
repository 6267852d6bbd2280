import { askFeedback } from '../feedback/ask.ts'
import { transcript } from '../transcripts/make.ts'
import { openAgain } from './recreated-channel.ts'
import { controls, log, notice } from './notices.ts'
import { place, removal } from './ticket-channel.ts'
import type { Performers } from './duties.ts'

/** Who does what. */
export const performers: Performers = {
  place,
  opening: openAgain,
  controls,
  notice,
  log,
  transcript,
  feedback: askFeedback,
  removal,
}
