import { yieldToEventLoop } from '#kit/event-loop.ts'
import type { Steps } from './steps.ts'

/** Runs the steps in turn with other work, without pauses, because people are waiting for the result. */
export async function runSteps<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    await yieldToEventLoop()
    const step = steps.next()
    if (step.done) return step.value
  }
}
