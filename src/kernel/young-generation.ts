import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'

/** The share of the time between two checks that has to be busy. */
const busy = 0.5
const lookEveryMs = 1000

/**
 * Lets V8's young generation grow, as it does by default, from the first second on in which the event loop is busy for
 * half of the time: each collection takes about as long whatever the size, and a busy bot fills it many times a second.
 * Until then `src/bundled.ts` keeps it at the size that the command line sets.
 */
export function growWhenBusy(): void {
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization < busy) return
    clearInterval(timer)
    setFlagsFromString('--semi-space-growth-factor=2')
  }, lookEveryMs).unref()
}
