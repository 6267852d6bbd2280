import type { Parts, Services } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { expireTranscripts, watchRetention } from './delete.ts'
import { deliverTranscript } from './deliver.ts'
import { keepStoredTokens } from './webhook.ts'

/** What the feature uses from this folder. */
export const transcripts = {
  jobs: { deliverTranscript, expireTranscripts },
  start(services: Services) {
    watchRetention(services)
    keepStoredTokens(services)
  },
} satisfies Parts<typeof tickets>
