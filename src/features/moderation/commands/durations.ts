import { option } from '#kernel/feature.ts'
import { longestTimeoutMs } from '../sanctions/discord-action.ts'

const longestBanMs = 5 * 365 * 24 * 3_600_000

export const timeoutDuration = option.duration('how long, at most 28 days', { min: 1000, max: longestTimeoutMs })

export const banDuration = option.duration('how long; for good when left out', {
  optional: true,
  min: 60_000,
  max: longestBanMs,
})
