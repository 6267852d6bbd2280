import { performance } from 'node:perf_hooks'

/** Work that is repeated for as long as it is asked for while it runs. */
export interface Turn {
  again: boolean
  running: boolean
}

export const createTurn = (): Turn => ({ again: false, running: false })

/**
 * Does `work` at once, and once more after `rest` if it was asked for in the meantime, so that what comes in bursts is
 * done together. There is no rest after a call that came too early and found nothing to do: what it was waiting for
 * would wait, too.
 * @param work resolves to whether there was anything to do
 * @param rest receives how long the event loop was busy, with this work or with anything else (ms): waiting for Discord
 * is not work
 * @returns undefined where it is already under way, and will be done once more
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
