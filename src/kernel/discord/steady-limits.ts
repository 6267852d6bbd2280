import type { REST } from 'discord.js'

/** Keeps a time of the system's clock (ms) by one that is never set: as far away as it was when it was written. */
function keepSteady<Name extends string>(owner: Record<Name, number>, name: Name): void {
  let at = 0
  const property = {
    get: () => Date.now() + at - performance.now(),
    set: (time: number) => void (at = performance.now() + time - Date.now()),
  }
  property.set(owner[name])
  Object.defineProperty(owner, name, property)
}

/** What the library knows of one limit: the end of it is its own. */
const hasReset = (handler: object): handler is { reset: number } => 'reset' in handler

/**
 * Has the library wait for limits by a clock that is never set. It writes down when they end by the system's: of one that
 * was ahead, it would wait for that time to come, a month for a limit of a second, and for that of the whole bot with all.
 */
export function waitSteadily(rest: Pick<REST, 'handlers' | 'globalReset'>): void {
  keepSteady(rest, 'globalReset')
  const { handlers } = rest
  const set = handlers.set.bind(handlers)
  handlers.set = (id, handler) => {
    if (hasReset(handler)) keepSteady(handler, 'reset')
    return set(id, handler)
  }
}
