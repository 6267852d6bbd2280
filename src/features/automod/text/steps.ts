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
