import { vi } from 'vitest'

const later = globalThis.setTimeout
/** How long waits of so many milliseconds last instead. */
const instead = new Map<number | undefined, number>()

function lasting(waitMs: number, insteadMs: number): void {
  if (!vi.isMockFunction(globalThis.setTimeout)) instead.clear()
  instead.set(waitMs, insteadMs)
  const wait = (work: () => void, ms?: number, ...more: unknown[]) => later(work, instead.get(ms) ?? ms, ...more)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(wait as typeof setTimeout)
}

/**
 * Whatever begins from now on to wait for exactly so many milliseconds waits for ever, until `vi.restoreAllMocks()`: for
 * what must not be given up however slow the machine is.
 */
export const neverOver = (waitMs: number): void => lasting(waitMs, 2 ** 30)

/** The other way round: it is over at once, for what is to be given up. */
export const overAtOnce = (waitMs: number): void => lasting(waitMs, 0)
