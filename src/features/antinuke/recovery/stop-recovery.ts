import { and, eq } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { type IncidentKey, incidentOf } from '../incidents/incidents.ts'
import { recoverIncident } from './after-attack.ts'
import { interruptSteps } from './run-steps.ts'
import { restorations } from '../time-machine/table.ts'
import { updateRecovery, incidentsOf, type Recovery, runningFor } from './store.ts'

/** Whether somebody began a recovery in the time machine, regardless of attacks that have joined it since. */
const isWished = ({ db }: Services, { id, guildId }: Recovery): boolean =>
  db
    .select({ id: restorations.id })
    .from(restorations)
    .where(and(eq(restorations.guildId, guildId), eq(restorations.recoveryId, id)))
    .get() !== undefined

/**
 * Stops putting back what was destroyed in an incident. What is back by then stays, and requests that have left for
 * Discord are carried out. What other attacks did, if it was being put back together with this, begins again. Call it
 * in a transaction.
 * @returns recalls requests that have not left for Discord yet; call it after the transaction
 * @throws UserError 409 where this would stop a restoration of the time machine, which somebody asked for
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
  updateRecovery(services, running, {
    state: 'stopped',
    joined: false,
    finishedAt: services.now(),
    waitsUntil: null,
    problem: 'Somebody said that this was meant.',
  })
  for (const other of incidentsOf(running)) {
    const one = { guildId, number: other }
    // What has been forgiven is not put back, either.
    if (other !== number && incidentOf(services, one)?.state !== 'undone') recoverIncident(services, one)
  }
  return () => interruptSteps(services, guildId)
}
