import type { Parts } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { commentModal, rateButton } from './rate.ts'

/** What the feature takes from this room. */
export const feedback = { components: [rateButton, commentModal] } satisfies Parts<typeof tickets>
