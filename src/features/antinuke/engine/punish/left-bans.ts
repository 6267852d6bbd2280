import type { Services } from '#kernel/feature.ts'
import { formatCount } from '#kit/numbers.ts'
import { type IncidentKey, noteInIncident, type Sentence } from '../../incidents/incidents.ts'
import { attackOf } from '../attack.ts'

const mostNamed = 10

/**
 * Notes in an incident which bans of its attackers stay: those of people who had just joined or were never members, as
 * there may have been a raid. People who did nothing are unbanned by hand.
 */
export function tellLeftBans(services: Services, incident: IncidentKey): void {
  const left = attackOf(services, incident)?.leftBanned ?? []
  if (left.length === 0) return
  const more = left.length > mostNamed ? ` and ${left.length - mostNamed} more` : ''
  const nameOf = (id: string) => services.client.users.cache.get(id)?.username
  const named = left.slice(0, mostNamed).flatMap((id): Sentence => [' ', { user: id, name: nameOf(id) }])
  const who = 'who had just joined or were never members'
  noteInIncident(services, incident, {
    lane: 'stop',
    parts: [
      `Left ${formatCount(left.length, 'ban')} of people ${who}: they may have been raiders. Unban those who were not:`,
      ...named,
      `${more}.`,
    ],
    entry: `left bans ${left.length}`,
  })
}
