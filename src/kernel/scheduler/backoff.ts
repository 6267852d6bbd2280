/**
 * How often a job may fail before it is parked (or, when it repeats, waits for its next time): retries go on for over
 * half a day, so that no outage of Discord's keeps a temporary ban from ending.
 */
export const mostAttempts = 24

const firstMs = 5_000
const longestMs = 60 * 60_000

/** How long to wait after the `attempt`th failure (from 1), in ms: doubling from 5 s, at most an hour. */
export const backoffMs = (attempt: number): number => Math.min(firstMs * 2 ** (attempt - 1), longestMs)
