import { and, eq } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { type IncidentKey, incidentOf } from '../incidents/incidents.ts'
import { recoverIncident } from './after-attack.ts'
import { interruptSteps } from './run-steps.ts'
import { restorations } from '../time-machine/table.ts'
import { change, incidentsOf, type Recovery, runningFor } from './store.ts'

/** Whether somebody has had it begun in the time machine, whatever attack has joined since. */
const isWished = ({ db }: Services, { id, guildId }: Recovery): boolean =>
  db
    .select({ id: restorations.id })
    .from(restorations)
    .where(and(eq(restorations.guildId, guildId), eq(restorations.recoveryId, id)))
    .get() !== undefined

/**
 * Ends what is being put back of an incident. What is back by then stays, and what has left for Discord is done; what other
 * attacks did that was being put back together with it begins anew. Part of the caller's transaction.
 * @returns takes back what has not left for Discord yet: to be called afterwards
 * @throws UserError 409 where a restoration of the time machine would end with it: that is somebody's wish
 */
export function stopRecovery(services: Services, key: IncidentKey): () => void {
  const { guildId, number } = key
  const running = runningFor(services, key)
  if (!running) return () => {}
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
  for (const other of incidentsOf(running)) {
    const one = { guildId, number: other }
    // What is forgiven is not put back, either.
    if (other !== number && incidentOf(services, one)?.state !== 'undone') recoverIncident(services, one)
  }
  return () => interruptSteps(services, guildId)
}
