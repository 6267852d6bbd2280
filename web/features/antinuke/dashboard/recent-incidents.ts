import { ShieldAlert } from 'lucide-react'
import type antinuke from '#features/antinuke/contract.ts'
import { reader } from '#web/app/api.ts'
import type { ActivityEntry, EntrySource } from '#web/app/slots.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import { actorName, states } from '../incidents/incident-words.ts'
import { incidentsKey } from '../incidents/incidents-key.ts'

// Type import only, so that the dashboard does not load the schemas.
const readAntinuke = reader<typeof antinuke>()

/** The latest incidents, for the dashboard's recent activity. */
export const recentIncidents: EntrySource<ActivityEntry> = {
  feature: 'antinuke' satisfies typeof antinuke.name,
  query: guildId => ({
    queryKey: [...incidentsKey(guildId), 'recent'],
    async queryFn({ signal }) {
      const params = { guildId }
      const { incidents } = await readAntinuke('/guild/:guildId/antinuke/incidents', {
        params,
        query: { limit: 10 },
        signal,
      })
      return incidents.map(incident => ({
        key: String(incident.number),
        at: incident.startedAt,
        icon: ShieldAlert,
        title: `Incident ${incident.number}: ${states[incident.state].label.toLowerCase()}`,
        text: `${actorName(incident)}: ${formatCount(incident.landed, 'action')}, ${incident.module}`,
        link: {
          to: '/manage/$guildId/antinuke/incidents/$number',
          params: { guildId, number: String(incident.number) },
        },
      }))
    },
  }),
}
