import type { ShownIncident } from '#features/antinuke/incidents/contract.ts'
import { momentWithin } from '#web/app/dates.ts'
import { FailedCall } from '#web/app/failed-call.tsx'
import { LinkButton } from '#web/app/link-button.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import { actorName, preciseDuration, states } from './incident-words.ts'
import { Strip } from './incident-strip.tsx'
import { useLastIncident } from './use-incidents.ts'
import './last-incident.css'

const lasted = ({ startedAt, confirmedAt }: ShownIncident) =>
  confirmedAt === null ? '' : ` It lasted ${preciseDuration(confirmedAt - startedAt)}.`

/** Beside the settings: the latest incident, if there was one. */
export function LastIncident({ guildId }: { guildId: string }) {
  const { data: incident, dataUpdatedAt, error, refetch } = useLastIncident(guildId)
  if (!incident) return <FailedCall error={error} onRetry={refetch} />
  const { number, state, startedAt, strip, landed } = incident
  const { tone, label } = states[state]
  return (
    <Card as="section" aria-labelledby="last-incident">
      <div className="card-head last-incident-head">
        <div>
          <h2 id="last-incident">Incident {number}</h2>
          <p>
            {momentWithin(startedAt, dataUpdatedAt)}.{lasted(incident)}
          </p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <div className="last-incident-strip">
        <Strip pickets={strip} />
      </div>
      <div className="last-incident-foot">
        <div>
          <b>{actorName(incident)}</b>
          <p>{formatCount(landed, 'action')}</p>
        </div>
        <LinkButton
          size="sm"
          to="/manage/$guildId/antinuke/incidents/$number"
          params={{ guildId, number: String(number) }}
        >
          Full report
        </LinkButton>
      </div>
    </Card>
  )
}
