import { vi } from 'vitest'

function lasting(waitMs: number, insteadMs: number): void {
  const later = globalThis.setTimeout
  const instead = (work: () => void, ms?: number, ...more: unknown[]) =>
    later(work, ms === waitMs ? insteadMs : ms, ...more)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(instead as typeof setTimeout)
}

/**
 * Whatever begins from now on to wait for exactly so many milliseconds waits for ever, until `vi.restoreAllMocks()`: for
 * what must not be given up however slow the machine is.
 */
export const neverOver = (waitMs: number): void => lasting(waitMs, 2 ** 30)

/** The other way round: it is over at once, for what is to be given up. */
export const overAtOnce = (waitMs: number): void => lasting(waitMs, 0)
