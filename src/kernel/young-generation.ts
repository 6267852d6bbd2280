import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'

/** How much of the time between two looks has to be work. */
const busy = 0.5
const lookEveryMs = 1000

/**
 * Lets V8's young generation grow, as it does by itself, from the first second on that is more than half work: each time
 * it is searched takes about as long whatever its size, and a busy bot fills it many times a second. Until then
 * `src/bundled.ts` holds it where the command line says that it begins.
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
