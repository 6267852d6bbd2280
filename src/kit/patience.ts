import { setTimeout as rest } from 'node:timers/promises'

/** As much as one delay of this process counts for (ms). */
const sliceMs = 100

/**
 * Resolves after so many milliseconds in which this process ran, or once `signal` ends the wait. Where the machine keeps it
 * for seconds, what arrived meanwhile is taken in before the time is up: it was not others who were slow.
 */
export async function patience(ms: number, signal: AbortSignal): Promise<void> {
  for (let leftMs = ms; leftMs > 0 && !signal.aborted; leftMs -= sliceMs)
    await rest(Math.min(leftMs, sliceMs), undefined, { signal }).catch(() => undefined)
}
