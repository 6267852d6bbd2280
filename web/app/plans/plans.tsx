import { Undo2, X } from 'lucide-react'
import { useState } from 'react'
import type { PlanItem } from '#kernel/plans/contract.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { useToast } from '#web/ui/toast.tsx'
import { Details } from '#web/ui/details.tsx'
import { momentWithin } from '../dates.ts'
import { usePlanChange, usePlans } from './use-plans.ts'
import './plans.css'

const states: Record<PlanItem['state'], { text: string; tone?: 'accent' | 'success' | 'warning' | 'danger' }> = {
  running: { text: 'In progress', tone: 'accent' },
  done: { text: 'Done', tone: 'success' },
  failed: { text: 'Failed', tone: 'danger' },
  cancelled: { text: 'Canceled', tone: 'warning' },
  undoing: { text: 'Being undone', tone: 'accent' },
  undone: { text: 'Undone' },
}

const countsText = (counts: PlanItem['counts']): string =>
  Object.entries(counts)
    .map(([name, count]) => `${formatNumber(count)} ${name}`)
    .join(', ')

const isUnderWay = ({ state }: PlanItem): boolean => state === 'running' || state === 'undoing'

/**
 * Multi-step work in a server, such as an import: running work and, collapsed, the results of finished work. Renders
 * nothing if there is none.
 */
export function Plans({ guildId }: { guildId: string }) {
  const { data, dataUpdatedAt } = usePlans(guildId)
  if (!data || data.plans.length === 0) return null
  const listOf = (plans: PlanItem[]) => (
    <ol className="plans">
      {plans.map(plan => (
        <PlanEntry key={plan.id} guildId={guildId} plan={plan} now={dataUpdatedAt} />
      ))}
    </ol>
  )
  const underWay = data.plans.filter(isUnderWay)
  const ended = data.plans.filter(plan => !isUnderWay(plan))
  return (
    <Card as="section" aria-label="Background work">
      <CardHead title="Background work" />
      {listOf(underWay)}
      {ended.length > 0 && (
        <Details className="plans-ended" summary={`Finished (${ended.length})`}>
          {listOf(ended)}
        </Details>
      )}
    </Card>
  )
}

function PlanEntry({ guildId, plan, now }: { guildId: string; plan: PlanItem; now: number }) {
  const cancel = usePlanChange(guildId, 'cancelPlan')
  const undo = usePlanChange(guildId, 'undoPlan')
  const {
    id,
    title,
    featureTitle,
    state,
    counts,
    problem,
    startedAt,
    startedBy,
    mayCancel,
    mayUndo,
    cancelEffect,
    undoEffect,
  } = plan
  const by = startedBy === null ? '' : ` by ${startedBy.name ?? 'somebody who left'}`
  const toast = useToast()
  const [asked, ask] = useState<'cancel' | 'undo'>()
  const told = {
    onError: (error: Error) => toast({ tone: 'danger', title: error.message }),
    onSettled: () => ask(undefined),
  }
  return (
    <li>
      <div className="plan-words">
        <p>
          <b>{title}</b>
        </p>
        <p className="plan-way">
          {featureTitle} · started {momentWithin(startedAt, now)}
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
          onClick={() => ask('cancel')}
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
          onClick={() => ask('undo')}
        >
          Undo
        </Button>
      )}
      <ConfirmDialog
        open={asked === 'cancel'}
        title={`Cancel “${title}”?`}
        action="Stop It"
        cancel="Keep Running"
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate(id, told)}
        onCancel={() => ask(undefined)}
      >
        {cancelEffect}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'undo'}
        title={`Undo “${title}”?`}
        action="Undo"
        danger={false}
        busy={undo.isPending}
        onConfirm={() => undo.mutate(id, told)}
        onCancel={() => ask(undefined)}
      >
        {undoEffect}
      </ConfirmDialog>
    </li>
  )
}
