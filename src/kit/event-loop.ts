import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers'
import { setTimeout as rest } from 'node:timers/promises'

/** Each begins its next part. */
const waiting: (() => void)[] = []

function letNextBegin(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(letNextBegin)
}

/**
 * For work in parts of a few milliseconds: of all that waits so, one part begins each time around the event loop, between
 * whatever else there is to do. So a large piece of work does not hold up a small one, and many do not hold up the process.
 */
export const nextTurn = (): Promise<void> =>
  new Promise(resolve => {
    if (waiting.push(resolve) === 1) setImmediate(letNextBegin)
  })

/**
 * The same for work that is in no hurry: before its turn, each call rests for as long as the loop was busy since the last
 * one. So one server's work takes at most half of it, however long it goes on; waiting for Discord is no work.
 */
export function takeTurns(): () => Promise<void> {
  let since = performance.eventLoopUtilization()
  return async () => {
    await rest(performance.eventLoopUtilization(since).active)
    await nextTurn()
    since = performance.eventLoopUtilization()
  }
}
