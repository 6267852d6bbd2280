import type { Parts } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { expireTranscripts, watchRetention } from './delete.ts'
import { deliverTranscript } from './deliver.ts'

/** What the feature takes from this room. */
export const transcripts = {
  jobs: { deliverTranscript, expireTranscripts },
  start: watchRetention,
} satisfies Parts<typeof tickets>
