import { type Services, state } from '#kernel/feature.ts'
import { countSteps, runningIn } from './store.ts'

/** So often it is looked how much is left (ms). */
const lookEveryMs = 1000
/** What Discord takes in two of its seconds has left by then, or waits for something else (ms). */
const mostMs = 2000
/** About as many as Discord takes in a second: more than that is not waited for. */
const manySteps = 48

function isMuchLeft(services: Services, guildId: string): boolean {
  const running = services.db.$client.open ? runningIn(services, guildId) : undefined
  return running !== undefined && countSteps(services, running).todo > manySteps
}

const waiting = state(() => new Set<() => void>())

/**
 * Resolves once what people see and use has been asked for; after a second, where more of it is left than Discord takes in
 * another one; after two at the latest. For what can wait and would take the processor, and places in the seconds in which a
 * server is back. At once where nothing is being put back.
 * @param limitMs how long it waits at most
 */
export async function untilBegun(services: Services, guildId: string, limitMs = mostMs): Promise<void> {
  const running = services.db.$client.open ? runningIn(services, guildId) : undefined
  // Everything that comes back has been asked for, unless more is to.
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

/** Whoever waits need wait no longer: what they ask for now comes after what is put back, or that is over. */
export function noteBegun(services: Services, guildId: string): void {
  for (const goOn of waiting(services, guildId)) goOn()
}
