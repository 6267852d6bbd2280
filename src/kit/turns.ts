import { performance } from 'node:perf_hooks'
import { setTimeout as rest } from 'node:timers/promises'

/**
 * For work of many small parts on the event loop: each call rests for as long as the loop was busy since the last one.
 * So one server's work takes at most half of it, however long it goes on; waiting for Discord is no work.
 */
export function takeTurns(): () => Promise<void> {
  let since = performance.eventLoopUtilization()
  return async () => {
    await rest(performance.eventLoopUtilization(since).active)
    since = performance.eventLoopUtilization()
  }
}
