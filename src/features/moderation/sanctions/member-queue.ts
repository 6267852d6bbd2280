import { processState, type Services } from '#kernel/feature.ts'

const queuesOf = processState(() => new Map<string, Promise<unknown>>())

/**
 * Runs one function at a time for each key: two moderators who act on the same member do so one after the other. Keys
 * are
 * kept only while something is in progress.
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
