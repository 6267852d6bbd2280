import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers'
import { setTimeout as rest } from 'node:timers/promises'

/** Functions that each start the next part of some work. */
const waiting: (() => void)[] = []

function letNextBegin(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(letNextBegin)
}

/**
 * For work that is split into parts of a few milliseconds: of all work waiting here, one part starts per turn of the
 * event loop, between everything else. So a large job does not hold up a small one, and many jobs do not hold up the
 * process.
 */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise(resolve => {
    if (waiting.push(resolve) === 1) setImmediate(letNextBegin)
  })

/**
 * The same for work that is in no hurry: before its turn, each call also rests for as long as the loop was busy since
 * the previous call. So the work of one server takes at most half of the loop's time, however long it goes on; waiting
 * for Discord does not count as work.
 */
export function createBackgroundYield(): () => Promise<void> {
  let since = performance.eventLoopUtilization()
  return async () => {
    await rest(performance.eventLoopUtilization(since).active)
    await yieldToEventLoop()
    since = performance.eventLoopUtilization()
  }
}
