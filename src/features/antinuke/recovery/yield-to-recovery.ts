import { type Services, state } from '#kernel/feature.ts'
import { countSteps, runningIn } from './store.ts'

/** How often to check how much is left (ms). */
const lookEveryMs = 1000
/** By then, what Discord takes in two seconds has left, or waits for something else (ms). */
const mostMs = 2000
/** About as many steps as Discord takes in a second: if more are left, nobody waits for them. */
const manySteps = 48

function isMuchLeft(services: Services, guildId: string): boolean {
  const running = services.db.$client.open ? runningIn(services, guildId) : undefined
  return running !== undefined && countSteps(services, running).todo > manySteps
}

const waiting = state(() => new Set<() => void>())

/**
 * Resolves once what people see and use has been asked for; after a second if more of that is left than Discord takes
 * in another second; after two seconds at the latest. For work that can wait and would take up the processor or room in
 * Discord's limits during the seconds in which a server comes back. Resolves at once where nothing is being put back.
 * @param limitMs the longest wait
 */
export async function yieldToRecovery(services: Services, guildId: string, limitMs = mostMs): Promise<void> {
  const running = services.db.$client.open ? runningIn(services, guildId) : undefined
  // Everything that comes back has been asked for, unless another attack has joined.
  if (!running || (running.state === 'verifying' && !running.joined)) return
  await new Promise<void>(resolve => {
    let waitedMs = 0
    const goOn = () => {
      clearTimeout(timer)
      waiting(services, guildId).delete(goOn)
      resolve()
    }
    const look = () => {
      waitedMs += lookEveryMs
      if (waitedMs >= limitMs || isMuchLeft(services, guildId)) goOn()
      else timer = setTimeout(look, lookEveryMs).unref()
    }
    let timer = setTimeout(look, lookEveryMs).unref()
    waiting(services, guildId).add(goOn)
  })
}

/** Lets those who wait go on: what they ask for now comes after what is put back, or the recovery is over. */
export function resumeYielded(services: Services, guildId: string): void {
  for (const goOn of waiting(services, guildId)) goOn()
}
