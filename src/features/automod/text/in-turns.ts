import { nextTurn } from '#kit/event-loop.ts'
import type { Steps } from './steps.ts'

/** Takes the steps in turn with other work: people wait for it, so without a rest between. */
export async function finishedInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    await nextTurn()
    const step = steps.next()
    if (step.done) return step.value
  }
}
