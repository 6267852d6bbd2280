import { vi } from 'vitest'

const later = globalThis.setTimeout
/** For waits of a certain length (ms), how long they last instead (ms). */
const instead = new Map<number | undefined, number>()

function lasting(waitMs: number, insteadMs: number): void {
  if (!vi.isMockFunction(globalThis.setTimeout)) instead.clear()
  instead.set(waitMs, insteadMs)
  const wait = (work: () => void, ms?: number, ...more: unknown[]) => later(work, instead.get(ms) ?? ms, ...more)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(wait as typeof setTimeout)
}

/**
 * From now on, waits of exactly this many milliseconds never end, until `vi.restoreAllMocks()`. For operations that
 * must not time out however slow the machine is.
 */
export const neverOver = (waitMs: number): void => lasting(waitMs, 2 ** 30)

/** The opposite of `neverOver`: such waits end at once, for operations that are to time out. */
export const overAtOnce = (waitMs: number): void => lasting(waitMs, 0)
