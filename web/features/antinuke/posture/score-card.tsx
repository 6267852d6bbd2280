import { RefreshCw } from 'lucide-react'
import type { ShownPosture } from '#features/antinuke/posture/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Fence } from '#web/ui/fence.tsx'
import '../card-title.css'

/** Points per picket. */
const worth = 2

/** The score, the worst finding, and what points were lost for. */
export function ScoreCard({
  posture: { score, sentence, costs },
  busy,
  onCheck,
}: {
  posture: ShownPosture
  busy: boolean
  onCheck: () => void
}) {
  const lost = (kind: 'reach' | 'settings') =>
    costs.reduce((sum, cost) => sum + (cost.kind === kind ? cost.points : 0), 0)
  const reach = Math.min(lost('reach'), 100 - score)
  const settings = 100 - score - reach
  const total = 100 / worth
  const held = Math.round(score / worth)
  const red = Math.min(Math.round(reach / worth), total - held)
  return (
    <Card as="section" className="posture-score" aria-label="Score">
      <p className="posture-figure">
        {score}
        <small>of 100</small>
      </p>
      <div className="posture-bars">
        <h2 aria-live="polite">{sentence}</h2>
        <Fence
          label={`${score} points held, ${reach} lost to accounts out of reach, ${settings} to settings`}
          pickets={Array.from({ length: total }, (_, place) =>
            place < held ? 'on' : place < held + red ? 'danger' : 'warning',
          )}
        />
        <ul className="picket-key">
          <li>
            <i /> Held <b>{score}</b>
          </li>
          <li>
            <i className="is-danger" /> Out of reach <b>{reach}</b>
          </li>
          <li>
            <i className="is-warning" /> Settings <b>{settings}</b>
          </li>
          <li>One picket is {worth} points</li>
        </ul>
      </div>
      <Button icon={<RefreshCw aria-hidden />} busy={busy} busyLabel="Checking..." onClick={onCheck}>
        Check again
      </Button>
    </Card>
  )
}
