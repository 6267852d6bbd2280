import { setTimeout as rest } from 'node:timers/promises'

/** As much as one delay of this process counts for (ms). */
const sliceMs = 100

async function timeIsUp(ms: number, atMostMs: number, signal: AbortSignal): Promise<void> {
  const begunAt = performance.now()
  for (let leftMs = ms; leftMs > 0 && !signal.aborted; leftMs -= sliceMs) {
    if (performance.now() - begunAt >= atMostMs) return
    await rest(Math.min(leftMs, sliceMs), undefined, { ref: false, signal }).catch(() => undefined)
  }
}

/**
 * What comes of `work`, or `late` where it takes longer than so many milliseconds in which this process ran. Where the
 * machine keeps it for seconds, what arrived meanwhile is taken in before the time is up: it was not others who were slow.
 * @param atMostMs longer than that by the clock nothing is waited for: where Discord waits, too
 */
export async function unlessLate<T, L>(ms: number, work: Promise<T>, late: L, atMostMs = Infinity): Promise<T | L> {
  const ended = new AbortController()
  try {
    return await Promise.race([work, timeIsUp(ms, atMostMs, ended.signal).then(() => late)])
  } finally {
    ended.abort()
  }
}
