import { ArrowRight, CircleAlert } from 'lucide-react'
import { clsx } from 'clsx'
import type { PlannedChanges, PlannedFeatureItem, PlannedThingItem } from '#kernel/many-changes/contract.ts'
import { Difference } from '#web/app/history/difference.tsx'
import { entries } from '#web/app/navigation/entries.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { Details } from '#web/ui/details.tsx'
import './planned-changes.css'

type Change = PlannedFeatureItem['changes'][number]

const Arrow = () => <ArrowRight className="plan-arrow" aria-hidden />

const Problem = ({ lead, children }: { lead: string; children: string }) => (
  <p className="plan-problem">
    <CircleAlert aria-hidden />
    <span>
      <span className="visually-hidden">{lead}</span>
      {children}
    </span>
  </p>
)

/** How many characters of the old and the new value fit beside a label. */
const longestBeside = 24

function ChangeRow({ of: { label, difference, why, problem } }: { of: Change }) {
  const isBeside =
    difference.kind === 'value' && Math.max(difference.before.length, difference.after.length) <= longestBeside
  return (
    <li className={clsx('plan-row', !isBeside && 'plan-row-wide')}>
      <div className="plan-name">
        <b>{label}</b>
        {why !== null && problem === null && <small>{why}</small>}
      </div>
      {problem !== null ? (
        <Problem lead="Stays as it is: ">{problem}</Problem>
      ) : isBeside ? (
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
          <Difference of={difference} isAhead />
        </span>
      )}
    </li>
  )
}

const acts = { new: 'New', changed: 'Changed', same: 'Same' } as const

/** A panel, menu or command: whether it is created, changed or deleted, and its fields on demand. */
function ThingRow({ of: { noun, name, act, changes, arrives, problem } }: { of: PlannedThingItem }) {
  return (
    <li className="plan-row plan-row-wide">
      <div className="plan-thing">
        <span className="plan-name">
          <b>{`${noun.charAt(0).toUpperCase()}${noun.slice(1)} “${name}”`}</b>
          {arrives !== null && <small>{arrives}</small>}
        </span>
        {problem === null && <Badge tone={act === 'new' ? 'success' : 'neutral'}>{acts[act]}</Badge>}
      </div>
      {problem !== null && <Problem lead="Not taken: ">{problem}</Problem>}
      {changes.length > 0 && (
        <Details className="plan-fields" summary={changes.length === 1 ? '1 field' : `${changes.length} fields`}>
          <dl>
            {changes.map(({ key, label, difference }) => (
              <div key={key}>
                <dt>{label}</dt>
                <dd>
                  <Difference of={difference} isAhead only={act === 'new' ? 'after' : undefined} />
                </dd>
              </div>
            ))}
          </dl>
        </Details>
      )}
    </li>
  )
}

/** Things that would not change are only counted. */
function SameRow({ things }: { things: readonly PlannedThingItem[] }) {
  const byNoun = Map.groupBy(things, ({ noun }) => noun)
  return [...byNoun].map(([noun, those]) => (
    <li key={noun} className="plan-row plan-row-wide plan-stays">
      <div className="plan-name">
        <b>
          {those.length === 1
            ? `The ${noun} “${those[0]?.name}” stays as it is`
            : `${those.length} ${noun}s stay as they are`}
        </b>
      </div>
    </li>
  ))
}

function FeatureRows({ of: { feature, title, changes, stays, things } }: { of: PlannedFeatureItem }) {
  const Icon = entries.find(entry => entry.feature === feature)?.icon
  const isSame = ({ act, problem }: PlannedThingItem) => act === 'same' && problem === null
  const moving = things.filter(one => !isSame(one))
  const made = [...changes, ...moving].filter(({ problem }) => problem === null).length
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
        {moving.map((one, place) => (
          <ThingRow key={`${one.kind} ${one.name} ${place}`} of={one} />
        ))}
        <SameRow things={things.filter(isSame)} />
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

/** Everything that would change, by feature, and what stays that people may look for. */
export function PlannedChangesCard({ plan, foot }: { plan: PlannedChanges | undefined; foot: string }) {
  return (
    <Card as="section" className="plan-card" aria-label="What would change">
      <CardHead title="What would change">
        {plan && (
          <span className="plan-total">
            {formatNumber(plan.count - plan.things)} of {formatNumber(plan.settings)} settings
            {plan.things > 0 && `, and ${formatNumber(plan.things)} besides`}
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
      {plan?.features.length === 0 && <p className="plan-empty">Nothing: everything is already set that way.</p>}
      <p className="plan-foot">{foot}</p>
    </Card>
  )
}
