import type { Services } from '#kernel/feature.ts'
import { sanctionsOf } from '../engine/punish/sanctions.ts'
import type { PunishStep } from '../engine/punish/steps.ts'
import {
  type Confirmation,
  confirmationMs,
  confirmedAt,
  untilConfirmed,
  whenConfirmedLate,
} from '../engine/stopped-people.ts'
import type { IncidentKey } from '../incidents/incidents.ts'

/** The kind of event that confirms each step against somebody. */
const toldBy: Partial<Record<PunishStep['do'], Confirmation>> = {
  ban: 'left',
  kick: 'left',
  strip: 'changed',
  timeout: 'changed',
}
/**
 * How long events about the attackers may still arrive when they are out already (ms); longer where Discord reports
 * later that they are.
 */
const onTheirWayMs = 1000

/** The attackers of an incident against whom something was done, with the kind of event that confirms it. */
const awaited = (services: Services, incident: IncidentKey): { userId: string; what: Confirmation }[] =>
  sanctionsOf(services, incident).flatMap(({ userId, done }) => {
    const what = done === null ? undefined : toldBy[done]
    return what ? [{ userId, what }] : []
  })

/**
 * Resolves once Discord has reported everything that the attackers of an incident did before they were stopped: its
 * answers overtake its events.
 * @returns undefined where it has already
 */
export function untilAllReported(services: Services, incident: IncidentKey): Promise<unknown> | undefined {
  const late = awaited(services, incident).flatMap(
    ({ userId, what }) => untilConfirmed(services, incident.guildId, userId, what) ?? [],
  )
  return late.length > 0 ? Promise.all(late) : undefined
}

/** Calls `told` each time that Discord reports one of the attackers of an incident later than anybody waited for it. */
export function whenReportedAfterAll(services: Services, incident: IncidentKey, told: () => void): void {
  for (const { userId, what } of awaited(services, incident))
    whenConfirmedLate(services, incident.guildId, userId, what, told)
}

/**
 * Until when a change that names nobody may be the work of an incident's attackers (Unix ms): until all of them have
 * been dealt with and a moment has passed, and until Discord has reported that they were.
 */
export function attackersActiveUntil(services: Services, incident: IncidentKey): number {
  const sanctions = sanctionsOf(services, incident)
  if (sanctions.length === 0) return Infinity
  const until = sanctions.map(({ userId, state, done, settledAt }) => {
    if (state !== 'done' || settledAt === null) return Infinity
    const what = done === null ? undefined : toldBy[done]
    const told = (what && confirmedAt(services, incident.guildId, userId, what)) ?? -Infinity
    return Math.max(settledAt + onTheirWayMs, told <= settledAt + confirmationMs ? told : -Infinity)
  })
  return Math.max(...until)
}
