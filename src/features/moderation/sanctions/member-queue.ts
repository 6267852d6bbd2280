import { processState, type Services } from '#kernel/feature.ts'

const queuesOf = processState(() => new Map<string, Promise<unknown>>())

/**
 * Does one thing at a time for each key: two moderators who act on one member at once act one after the other.
 * Holds only what is under way.
 */
export function oneAtATime<T>(services: Pick<Services, 'memory'>, key: string, act: () => Promise<T>): Promise<T> {
  const turns = queuesOf(services)
  const before = turns.get(key) ?? Promise.resolve()
  const mine = before.then(act, act)
  turns.set(key, mine)
  const leave = () => {
    if (turns.get(key) === mine) turns.delete(key)
  }
  mine.then(leave, leave)
  return mine
}
