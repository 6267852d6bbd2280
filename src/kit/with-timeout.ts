import { setTimeout as rest } from 'node:timers/promises'

/** The most that a single delay counts for (ms), however long this process was held up. */
const sliceMs = 100

async function timeIsUp(ms: number, atMostMs: number, signal: AbortSignal): Promise<void> {
  const begunAt = performance.now()
  for (let leftMs = ms; leftMs > 0 && !signal.aborted; leftMs -= sliceMs) {
    if (performance.now() - begunAt >= atMostMs) return
    await rest(Math.min(leftMs, sliceMs), undefined, { ref: false, signal }).catch(() => undefined)
  }
}

/**
 * Returns the result of `work`, or `late` if it takes longer than `ms` milliseconds of this process's running time. If
 * the machine suspends the process for seconds, whatever arrived in the meantime is processed before time is up,
 * because the other side was not slow.
 * @param atMostMs the limit by the clock, for when Discord is waiting too
 */
export async function withTimeout<T, L>(ms: number, work: Promise<T>, late: L, atMostMs = Infinity): Promise<T | L> {
  const ended = new AbortController()
  try {
    return await Promise.race([work, timeIsUp(ms, atMostMs, ended.signal).then(() => late)])
  } finally {
    ended.abort()
  }
}
