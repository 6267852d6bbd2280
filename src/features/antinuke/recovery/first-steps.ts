import { type Services, state } from '#kernel/feature.ts'
import { runningIn } from './store.ts'

/** What is put back first has left by then, or waits for something else (ms). */
const mostMs = 1000

const waiting = state(() => new Set<() => void>())

/**
 * Resolves once as much of a server as Discord takes at once is on its way back, or after a second: for what can wait and
 * would take the processor, and places in Discord's first second. At once where nothing is being put back.
 * @param limitMs how long it waits at most
 */
export async function untilBegun(services: Services, guildId: string, limitMs = mostMs): Promise<void> {
  if (!services.db.$client.open || !runningIn(services, guildId)) return
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

/** Of what is being put back of a server, everything that could leave is on its way, or it is over. */
export function noteBegun(services: Services, guildId: string): void {
  for (const goOn of waiting(services, guildId)) goOn()
}
