import { setImmediate } from 'node:timers'

/** Work in steps of a few milliseconds, each up to the next `yield`. */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** So many small things, each like a look into a map, are a step. */
export const stepSize = 2000

/** Takes all steps at once: for threads that nobody else waits for. */
export function finished<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Each takes one step. @returns whether it was the last */
const waiting: (() => boolean)[] = []

function takeStep(): void {
  const work = waiting.shift()
  if (work && !work()) waiting.push(work)
  if (waiting.length > 0) setImmediate(takeStep)
}

/**
 * Takes the steps one by one between whatever else there is to do. Several pieces of work take turns, so that a large one
 * does not hold up a small one, and many do not hold up the process: of all there is, one step is taken each time around
 * the event loop. `takeTurns` of the kit is for work that itself waits for Discord or the disk.
 */
export const finishedInTurns = <Result>(steps: Steps<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const work = () => {
      try {
        const step = steps.next()
        if (step.done) resolve(step.value)
        return step.done === true
      } catch (error) {
        reject(error)
        return true
      }
    }
    if (waiting.push(work) === 1) setImmediate(takeStep)
  })
