import type { ShownDifference } from '#features/antinuke/time-machine/contract.ts'
import { momentText } from '#web/app/dates.ts'
import { nameOf } from '#web/app/people/people-list.tsx'
import { Card } from '#web/ui/card.tsx'
import { titleOf } from './difference-view.tsx'
import { CardTitle } from '../card-title.tsx'
import './detail-card.css'

const verbs = { created: 'Added', changed: 'Changed', deleted: 'Removed' }

/** Everything known about one difference. */
export function DetailCard({ one }: { one: ShownDifference }) {
  const { what, by, unseen, at, changes } = one
  const who = by ? ` by ${nameOf(by)}` : unseen ? ' while I was away' : ''
  return (
    <Card as="section" aria-label={titleOf(one)}>
      <CardTitle title={titleOf(one)} help={`${verbs[what]}${who}, ${momentText(at)}`} />
      <dl className="tm-facts">
        {changes.map(({ label, before, after }, place) => (
          // Two lines may be identical.
          <div key={place}>
            <dt>{label}</dt>
            <dd>{what === 'changed' ? `${before ?? 'none'} → ${after ?? 'none'}` : (before ?? after)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
