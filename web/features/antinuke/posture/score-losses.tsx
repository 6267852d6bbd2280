import { Link } from '@tanstack/react-router'
import { ArrowDown } from 'lucide-react'
import type { ShownCost } from '#features/antinuke/posture/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { CardTitle } from '../card-title.tsx'
import { onlyOwnersMay } from '../only-owners-may.ts'
import { useTurnOn } from './use-posture.ts'

/** Everything that costs points, each with its repair. */
export function ScoreLosses({ guildId, costs }: { guildId: string; costs: readonly ShownCost[] }) {
  const turnOn = useTurnOn(guildId)
  const toast = useToast()
  return (
    <Card as="section" aria-labelledby="posture-costs">
      <CardTitle id="posture-costs" title="What costs points" help="Each with its repair, the most expensive first." />
      <ol className="posture-costs">
        {costs.map(({ key, points, kind, title, why, turnOn: can, tab }) => (
          <li key={key}>
            <span className={kind === 'reach' ? 'is-reach' : 'is-settings'}>−{points}</span>
            <div>
              <b>{title}</b>
              <p>{why}</p>
              {key.startsWith('person-') && (
                <a className="link" href={`#fix-${key}`}>
                  How to fix it <ArrowDown aria-hidden />
                </a>
              )}
              {tab !== null && (
                <Link className="link" to="/manage/$guildId/antinuke" params={{ guildId }} search={{ tab }}>
                  Change it<span className="visually-hidden">: {title}</span>
                </Link>
              )}
              {can && !turnOn.allowed && <p id={`not-allowed-${key}`}>{onlyOwnersMay('turn it on')}</p>}
              {can && (
                <Button
                  size="sm"
                  aria-label={`Turn on: ${title}`}
                  why={!turnOn.allowed}
                  aria-describedby={turnOn.allowed ? undefined : `not-allowed-${key}`}
                  busy={turnOn.isPending && turnOn.variables === key}
                  onClick={() =>
                    turnOn.mutate(key, { onError: error => toast({ tone: 'danger', title: error.message }) })
                  }
                >
                  Turn on
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
