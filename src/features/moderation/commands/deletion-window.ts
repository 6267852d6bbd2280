import { option } from '#kernel/feature.ts'

const hour = 60 * 60

/** How far back a ban deletes messages, in seconds, by what is typed for it. */
export const windowSeconds = {
  'del-0': 0,
  'del-1h': hour,
  'del-6h': 6 * hour,
  'del-12h': 12 * hour,
  'del-1d': 24 * hour,
  'del-3d': 3 * 24 * hour,
  'del-7d': 7 * 24 * hour,
} as const

export const deletionWindow = option.choice(
  'which of their messages to delete: del-1d is those of the last day',
  Object.keys(windowSeconds) as (keyof typeof windowSeconds)[],
  { optional: true },
)
