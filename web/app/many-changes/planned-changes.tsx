import { ArrowRight, CircleAlert } from 'lucide-react'
import { clsx } from 'clsx'
import type { PlannedChanges, PlannedFeatureItem } from '#kernel/many-changes/contract.ts'
import { Difference } from '#web/app/history/difference.tsx'
import { entries } from '#web/app/navigation/entries.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import './planned-changes.css'

type Change = PlannedFeatureItem['changes'][number]

const Arrow = () => <ArrowRight className="plan-arrow" aria-hidden />

function ChangeRow({ of: { label, difference, why, problem } }: { of: Change }) {
  return (
    <li className={clsx('plan-row', difference.kind !== 'value' && 'plan-row-wide')}>
      <div className="plan-name">
        <b>{label}</b>
        {why !== null && problem === null && <small>{why}</small>}
      </div>
      {problem !== null ? (
        <p className="plan-problem">
          <CircleAlert aria-hidden />
          <span>
            <span className="visually-hidden">Stays as it is: </span>
            {problem}
          </span>
        </p>
      ) : difference.kind === 'value' ? (
        <>
          <span className="plan-was">{difference.before}</span>
          <Arrow />
          <span className="plan-after">
            <span className="visually-hidden">becomes </span>
            {difference.after}
          </span>
        </>
      ) : (
        <span className="plan-difference">
          <Difference of={difference} />
        </span>
      )}
    </li>
  )
}

function FeatureRows({ of: { feature, title, changes, stays } }: { of: PlannedFeatureItem }) {
  const Icon = entries.find(entry => entry.feature === feature)?.icon
  const made = changes.filter(({ problem }) => problem === null).length
  return (
    <section className="plan-feature">
      <h3>
        {Icon && <Icon aria-hidden />}
        <span>{title}</span>
        <span className="plan-count">{made}</span>
      </h3>
      <ul>
        {changes.map(change => (
          <ChangeRow key={change.key} of={change} />
        ))}
        {stays.map(({ key, label, now }) => (
          <li key={key} className="plan-row plan-stays">
            <div className="plan-name">
              <b>{label}</b>
            </div>
            <span className="plan-was">{now}</span>
            <Arrow />
            <span className="plan-after">stays</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Everything that would change, by feature, and what people look for that stays. */
export function PlannedChangesCard({ plan, foot }: { plan: PlannedChanges | undefined; foot: string }) {
  return (
    <Card as="section" className="plan-card" aria-label="What would change">
      <CardHead title="What would change">
        {plan && (
          <span className="plan-total">
            {formatNumber(plan.count)} of {formatNumber(plan.settings)} settings
          </span>
        )}
      </CardHead>
      {plan !== undefined && plan.features.length > 0 && (
        <p className="plan-row plan-columns" aria-hidden="true">
          <span>Setting</span>
          <span>Now</span>
          <span />
          <span>After</span>
        </p>
      )}
      {plan?.features.map(feature => (
        <FeatureRows key={feature.feature} of={feature} />
      ))}
      {plan?.features.length === 0 && <p className="plan-empty">Nothing: everything is already like that.</p>}
      <p className="plan-foot">{foot}</p>
    </Card>
  )
}
