import { vi } from 'vitest'

/**
 * Whatever begins from now on to wait for exactly so many milliseconds waits for ever, until `vi.restoreAllMocks()`: for
 * what must not be given up however slow the machine is.
 */
export function neverOver(waitMs: number): void {
  const later = globalThis.setTimeout
  const patient = (work: () => void, ms?: number, ...more: unknown[]) =>
    later(work, ms === waitMs ? 2 ** 30 : ms, ...more)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(patient as typeof setTimeout)
}
