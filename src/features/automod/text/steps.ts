/** Work in steps of a few milliseconds; each step ends at the next `yield`. */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** The number of small operations, such as a lookup in a map, per step. */
export const stepSize = 2000

/** Runs all steps without a break: for threads that nobody else is waiting for. */
export function finished<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
