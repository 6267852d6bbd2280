import type { Services } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import antinuke from '../contract.ts'
import { type Incident, incidentsIn } from '../incidents/incidents.ts'
import { recoverIncident } from './after-attack.ts'
import { interruptSteps } from './run-steps.ts'
import { change, runningIn } from './store.ts'

/**
 * Ends what is being put back of an incident. What is back by then stays, and what has left for Discord is done. Part of the
 * caller's transaction.
 * @returns goes on with what other attacks did that was being put back together with it: to be called afterwards
 * @throws UserError 409 where a restoration of the time machine would end with it: that is somebody's wish
 */
export function stopRecovery(services: Services, { guildId, number, decidedAt }: Incident): () => void {
  const running = runningIn(services, guildId)
  const isPart = running && (running.incident === number || decidedAt >= running.startedAt)
  if (!isPart) return () => {}
  if (running.incident === null)
    throw new UserError(
      'antinuke.restoring',
      'Something is being put back from the time machine. Wait until that is over.',
      409,
    )
  change(services, running, {
    state: 'stopped',
    joined: false,
    finishedAt: services.now(),
    waitsUntil: null,
    problem: 'Somebody said that this was meant.',
  })
  const goesOn = (one: Incident) =>
    one.number === running.incident ||
    (one.decidedAt >= running.startedAt && services.settings.read(guildId, antinuke).autoRecovery)
  const others = incidentsIn(services, guildId).filter(
    one => one.number !== number && one.state !== 'undone' && one.punishment !== 'NONE' && goesOn(one),
  )
  return () => {
    interruptSteps(services, guildId)
    for (const one of others) recoverIncident(services, one)
  }
}
