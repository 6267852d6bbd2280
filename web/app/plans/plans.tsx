import { Undo2, X } from 'lucide-react'
import type { PlanItem } from '#kernel/plans/contract.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { clockText, dayText } from '../dates.ts'
import { usePlanChange, usePlans } from './use-plans.ts'
import './plans.css'

const states: Record<PlanItem['state'], { text: string; tone?: 'accent' | 'success' | 'warning' | 'danger' }> = {
  running: { text: 'In progress', tone: 'accent' },
  done: { text: 'Done', tone: 'success' },
  failed: { text: 'Failed', tone: 'danger' },
  cancelled: { text: 'Cancelled', tone: 'warning' },
  undoing: { text: 'Being undone', tone: 'accent' },
  undone: { text: 'Undone' },
}

const countsText = (counts: PlanItem['counts']): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')

/** Work of many steps in a server, such as an import: what is under way and what came of it. Nothing where there was none. */
export function Plans({ guildId }: { guildId: string }) {
  const { data, dataUpdatedAt } = usePlans(guildId)
  if (!data || data.plans.length === 0) return null
  return (
    <Card as="section" aria-label="Background work">
      <CardHead title="Background work" />
      <ol className="plans">
        {data.plans.map(plan => (
          <PlanEntry key={plan.id} guildId={guildId} plan={plan} now={dataUpdatedAt} />
        ))}
      </ol>
    </Card>
  )
}

function PlanEntry({ guildId, plan, now }: { guildId: string; plan: PlanItem; now: number }) {
  const cancel = usePlanChange(guildId, 'cancelPlan')
  const undo = usePlanChange(guildId, 'undoPlan')
  const { id, title, featureTitle, state, counts, problem, startedAt, startedBy, mayCancel, mayUndo } = plan
  const by = startedBy === null ? '' : ` by ${startedBy.name ?? 'somebody who left'}`
  const toast = useToast()
  const told = { onError: (error: Error) => toast({ tone: 'danger', title: error.message }) }
  return (
    <li>
      <div className="plan-words">
        <p>
          <b>{title}</b>
        </p>
        <p className="plan-way">
          {featureTitle} · started {dayText(startedAt, now)} at {clockText(startedAt)}
          {by}
        </p>
        <p className="plan-way" role="status">
          {[countsText(counts), problem].filter(Boolean).join('. ')}
        </p>
      </div>
      <Badge tone={states[state].tone}>{states[state].text}</Badge>
      {mayCancel && (
        <Button
          size="sm"
          icon={<X aria-hidden />}
          aria-label={`Cancel: ${title}`}
          busy={cancel.isPending}
          onClick={() => cancel.mutate(id, told)}
        >
          Cancel
        </Button>
      )}
      {mayUndo && (
        <Button
          size="sm"
          icon={<Undo2 aria-hidden />}
          aria-label={`Undo: ${title}`}
          busy={undo.isPending}
          onClick={() => undo.mutate(id, told)}
        >
          Undo
        </Button>
      )}
    </li>
  )
}
