import { and, eq } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import antinuke from '../contract.ts'
import { type Incident, incidentsIn } from '../incidents/incidents.ts'
import { recoverIncident } from './after-attack.ts'
import { interruptSteps } from './run-steps.ts'
import { restorations } from '../time-machine/table.ts'
import { change, type Recovery, runningIn } from './store.ts'

/** Whether somebody has had it begun in the time machine, whatever attack has joined since. */
const isWished = ({ db }: Services, { id, guildId }: Recovery): boolean =>
  db
    .select({ id: restorations.id })
    .from(restorations)
    .where(and(eq(restorations.guildId, guildId), eq(restorations.recoveryId, id)))
    .get() !== undefined

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
  if (isWished(services, running))
    throw new UserError(
      'antinuke.restoring',
      'Something is being put back from the time machine as well. Wait until that is over, or undo only the punishment.',
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
