import type { Services } from '#kernel/feature.ts'
import { sanctionsOf } from '../engine/punish/sanctions.ts'
import type { PunishStep } from '../engine/punish/steps.ts'
import { untilTold } from '../engine/stopped-people.ts'
import type { IncidentKey } from '../incidents/incidents.ts'

/** How Discord tells of what was done against somebody. */
const toldBy: Partial<Record<PunishStep['do'], 'left' | 'changed'>> = {
  ban: 'left',
  kick: 'left',
  strip: 'changed',
  timeout: 'changed',
}

/**
 * Until Discord has told of everything that the attackers of an incident did before they were stopped: its answers overtake
 * its events.
 * @returns undefined where it has
 */
export function untilAllTold(services: Services, incident: IncidentKey): Promise<unknown> | undefined {
  const late = sanctionsOf(services, incident).flatMap(({ userId, done }) => {
    const what = done === null ? undefined : toldBy[done]
    return (what && untilTold(services, incident.guildId, userId, what)) ?? []
  })
  return late.length > 0 ? Promise.all(late) : undefined
}
