import { option } from '#kernel/feature.ts'
import { longestReason } from '../contract.ts'

/** The last option of most of these commands. */
export const reason = option.rest('why', { optional: true, max: longestReason })
