import { vi } from 'vitest'

/** How long something that must happen may take (ms); generous, because machines are noisy. */
export const patience = { timeout: 10_000, interval: 20 }

/** Repeats `claim` until it stops throwing. */
export const eventually = <T>(claim: () => T | Promise<T>): Promise<T> => vi.waitFor(claim, patience)
