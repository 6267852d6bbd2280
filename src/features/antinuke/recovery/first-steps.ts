import { type Services, state } from '#kernel/feature.ts'
import { runningIn } from './store.ts'

/** What Discord takes in two of its seconds has left by then, or waits for something else (ms). */
const mostMs = 2000

const waiting = state(() => new Set<() => void>())

/**
 * Resolves once what people see and use has been asked for, or so much of it is left that others cannot wait for it, or after
 * two seconds: for what can wait and would take the processor, and places in the seconds in which a server is back. At once
 * where nothing is being put back.
 * @param limitMs how long it waits at most
 */
export async function untilBegun(services: Services, guildId: string, limitMs = mostMs): Promise<void> {
  const running = services.db.$client.open ? runningIn(services, guildId) : undefined
  // Everything that comes back has been asked for, unless more is to.
  if (!running || (running.state === 'verifying' && !running.joined)) return
  await new Promise<void>(resolve => {
    const goOn = () => {
      clearTimeout(timer)
      waiting(services, guildId).delete(goOn)
      resolve()
    }
    const timer = setTimeout(goOn, limitMs).unref()
    waiting(services, guildId).add(goOn)
  })
}

/** Of what is being put back of a server, whoever waits need wait no longer: what they ask for now comes after it, or it is over. */
export function noteBegun(services: Services, guildId: string): void {
  for (const goOn of waiting(services, guildId)) goOn()
}
