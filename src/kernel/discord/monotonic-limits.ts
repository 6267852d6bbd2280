import type { REST } from 'discord.js'

/**
 * Makes a property that holds a time by the system's clock (ms) stay as far in the future as when it was set, whatever
 * happens to that clock.
 */
function keepByMonotonicClock<Name extends string>(owner: Record<Name, number>, name: Name): void {
  let at = 0
  const property = {
    get: () => Date.now() + at - performance.now(),
    set: (time: number) => void (at = performance.now() + time - Date.now()),
  }
  property.set(owner[name])
  Object.defineProperty(owner, name, property)
}

/** Whether this is the library's internal state of one rate limit, with the time of its reset. */
const hasReset = (handler: object): handler is { reset: number } => 'reset' in handler

/**
 * Makes the library wait for rate limits by a monotonic clock. It stores the end of a limit by the system's clock:
 * after one that was a month ahead is corrected, it would wait a month for a limit of a second, and with the global
 * limit every request would wait.
 */
export function waitByMonotonicClock(rest: Pick<REST, 'handlers' | 'globalReset'>): void {
  keepByMonotonicClock(rest, 'globalReset')
  const { handlers } = rest
  const set = handlers.set.bind(handlers)
  handlers.set = (id, handler) => {
    if (hasReset(handler)) keepByMonotonicClock(handler, 'reset')
    return set(id, handler)
  }
}
