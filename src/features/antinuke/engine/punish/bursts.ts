import { performance } from 'node:perf_hooks'

/** Something that is done again for as long as it is asked for meanwhile. */
export interface Turn {
  again: boolean
  running: boolean
}

export const createTurn = (): Turn => ({ again: false, running: false })

/**
 * Does `work` at once, and once more after `rest` where it was asked for meanwhile: what comes in bursts is done together.
 * Nobody rests after a call that came too early and found nothing to do: what it was waiting for would wait, too.
 * @param work says whether there was anything to do
 * @param rest is told for how long the event loop was busy with it or with others (ms): waiting for Discord is no work
 * @returns undefined where it is under way already, and will be done once more
 */
export function inBursts(
  turn: Turn,
  work: () => Promise<boolean>,
  rest: (busyMs: number) => Promise<void>,
): Promise<void> | undefined {
  turn.again = true
  return turn.running ? undefined : untilQuiet(turn, work, rest)
}

async function untilQuiet(
  turn: Turn,
  work: () => Promise<boolean>,
  rest: (busyMs: number) => Promise<void>,
): Promise<void> {
  turn.running = true
  try {
    while (turn.again) {
      turn.again = false
      const begun = performance.eventLoopUtilization()
      const hasWorked = await work()
      if (turn.again && hasWorked) await rest(performance.eventLoopUtilization(begun).active)
    }
  } finally {
    turn.running = false
  }
}
