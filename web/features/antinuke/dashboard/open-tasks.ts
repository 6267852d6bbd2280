import { ShieldAlert, Siren, UserCheck } from 'lucide-react'
import type antinuke from '#features/antinuke/contract.ts'
import { reader } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { nameOf } from '#web/app/people/people-list.tsx'
import type { PersonNeed, EntrySource } from '#web/app/slots.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import { actorName } from '../incidents/incident-words.ts'
import { incidentsKey } from '../incidents/incidents-key.ts'

// Type import only, so that the dashboard does not load the schemas.
const readAntinuke = reader<typeof antinuke>()
const feature = 'antinuke' satisfies typeof antinuke.name

/** For how long an incident that was not stopped is shown (ms): its attacker may strike again. */
const broughtUpMs = 7 * 24 * 3_600_000

const incidents: EntrySource<PersonNeed> = {
  feature,
  query: guildId => ({
    queryKey: [...incidentsKey(guildId), 'not-stopped'],
    async queryFn({ signal }) {
      const { incidents: all } = await readAntinuke('/guild/:guildId/antinuke/incidents', {
        params: { guildId },
        query: { limit: 25 },
        signal,
      })
      const since = Date.now() - broughtUpMs
      return all
        .filter(({ state, startedAt }) => state === 'not-stopped' && startedAt > since)
        .map(incident => ({
          key: `incident ${incident.number}`,
          icon: ShieldAlert,
          title: `Incident ${incident.number} was not stopped`,
          text: `${actorName(incident)}: ${formatCount(incident.landed, 'action')}. Decide what to do about it.`,
          urgent: true,
          repair: {
            label: 'Open',
            link: {
              to: '/manage/$guildId/antinuke/incidents/$number',
              params: { guildId, number: String(incident.number) },
            },
          },
        }))
    },
  }),
}

const requests: EntrySource<PersonNeed> = {
  feature,
  query: guildId => ({
    queryKey: [...guildKey(guildId), feature, 'requests', 'waiting'],
    async queryFn({ signal }) {
      const answer = await readAntinuke('/guild/:guildId/antinuke/requests', { params: { guildId }, signal })
      return answer.requests.map(({ id, by, sentences: [first = '', ...others] }) => ({
        key: `request ${id}`,
        icon: UserCheck,
        title: `A change by ${nameOf(by)} waits for a second person`,
        text: others.length > 0 ? `${first} ${formatCount(others.length, 'more change')}.` : first,
        urgent: false,
        repair: { label: 'Decide', link: { to: '/manage/$guildId/antinuke', params: { guildId }, search: {} } },
      }))
    },
  }),
}

const panic: EntrySource<PersonNeed> = {
  feature,
  query: guildId => ({
    queryKey: [...guildKey(guildId), feature, 'panic', 'on'],
    async queryFn({ signal }) {
      const { state } = await readAntinuke('/guild/:guildId/antinuke/panic', { params: { guildId }, signal })
      if (state !== 'on') return []
      return [
        {
          key: 'panic',
          icon: Siren,
          title: 'The server is locked down',
          text: 'Panic mode stays on until somebody opens the server again.',
          urgent: true,
          repair: { label: 'Open', link: { to: '/manage/$guildId/antinuke/posture', params: { guildId } } },
        },
      ]
    },
  }),
}

/**
 * What AntiNuke leaves to people: attackers it could not stop, changes that wait for a second person, and a server that
 * is locked down.
 */
export const needs: readonly EntrySource<PersonNeed>[] = [incidents, requests, panic]
