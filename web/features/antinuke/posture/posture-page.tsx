import { Check, X } from 'lucide-react'
import type { ShownPosture } from '#features/antinuke/posture/contract.ts'
import { FailedCall } from '#web/app/failed-call.tsx'
import { useProductName } from '#web/app/queries.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CardTitle } from '../card-title.tsx'
import { ScoreLosses } from './score-losses.tsx'
import { Ladder } from './power-ranking.tsx'
import { OutOfReach } from './out-of-reach.tsx'
import { PanicCard } from './panic-card.tsx'
import { ScoreCard } from './score-card.tsx'
import { usePosture } from './use-posture.ts'
import '../columns.css'
import './posture.css'

/** Who could destroy this server, who Palisade could not stop, and what would help. */
export function PosturePage({ guildId }: { guildId: string }) {
  const product = useProductName()
  const { data, error, isFetching, refetch } = usePosture(guildId)
  if (!data) return error ? <FailedCall error={error} onRetry={refetch} /> : <Skeleton className="posture-loading" />
  const vital = data.rights.filter(({ name, held }) => !held && (name === 'View Audit Log' || name === 'Ban Members'))
  return (
    <div className="posture">
      {error && (
        <Banner tone="danger" title="Could not read roles.">
          This page shows how they were before. Try again.
        </Banner>
      )}
      {vital.length > 0 && (
        <Banner tone="danger" title={`${product} lacks ${vital.map(({ name }) => name).join(' and ')}.`}>
          Give it to its role in Discord, Server Settings, Roles.
        </Banner>
      )}
      <ScoreCard posture={data} busy={isFetching} onCheck={() => void refetch()} />
      <Ladder guildId={guildId} posture={data} />
      <div className="main-and-side posture-columns">
        <div>
          {data.fixes.length > 0 && <OutOfReach guildId={guildId} fixes={data.fixes} />}
          <Rights rights={data.rights} />
          <PanicCard guildId={guildId} />
        </div>
        {data.costs.length > 0 && (
          <div>
            <ScoreLosses guildId={guildId} costs={data.costs} />
          </div>
        )}
      </div>
    </div>
  )
}

function Rights({ rights }: { rights: ShownPosture['rights'] }) {
  const product = useProductName()
  const held = rights.filter(one => one.held).length
  return (
    <Card as="section" aria-labelledby="posture-rights">
      <CardTitle
        id="posture-rights"
        title="Rights to stop an attack"
        help={`What ${product} needs to see and stop one. Restoring may take more.`}
      >
        <Badge tone={held === rights.length ? 'success' : 'danger'}>
          {held} of {rights.length}
        </Badge>
      </CardTitle>
      <ul className="posture-rights">
        {rights.map(one => (
          <li key={one.name} className={one.held ? 'is-held' : 'is-missing'}>
            {one.held ? <Check aria-hidden /> : <X aria-hidden />}
            {one.name}
            {!one.held && ', missing'}
          </li>
        ))}
      </ul>
    </Card>
  )
}
