import type { Services } from '#kernel/feature.ts'
import { formatCount } from '#kit/numbers.ts'
import { type IncidentKey, noteInIncident, type Sentence } from '../../incidents/incidents.ts'
import { attackOf } from '../attack.ts'

const mostNamed = 10

/**
 * Writes into an incident which bans of its attackers stay: of people who had just come or were never there, as a raid may
 * have been going on. Whoever was banned without one is let in by hand.
 */
export function tellLeftBans(services: Services, incident: IncidentKey): void {
  const left = attackOf(services, incident)?.leftBanned ?? []
  if (left.length === 0) return
  const more = left.length > mostNamed ? ` and ${left.length - mostNamed} more` : ''
  const nameOf = (id: string) => services.client.users.cache.get(id)?.username
  const named = left.slice(0, mostNamed).flatMap((id): Sentence => [' ', { user: id, name: nameOf(id) }])
  const who = 'who had just come or were never here'
  noteInIncident(services, incident, {
    lane: 'stop',
    parts: [
      `Left ${formatCount(left.length, 'ban')} of people ${who}: they may have been raiders. Whoever was not needs an unban:`,
      ...named,
      `${more}.`,
    ],
    entry: `left bans ${left.length}`,
  })
}
