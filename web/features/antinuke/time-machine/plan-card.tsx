import { useState } from 'react'
import { ArrowDownUp, Check, Minus, Pencil, Plus, RotateCcw, TriangleAlert, Undo2, UserPlus } from 'lucide-react'
import type { RestoreChoice, Comparison, DryRun, PlannedStep } from '#features/antinuke/time-machine/contract.ts'
import { FailedAct, FailedCall } from '#web/app/failed-call.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { whileNotLoaded } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CardTitle } from '../card-title.tsx'
import { onlyOwnersMay } from '../only-owners-may.ts'
import { estimateText, thingsText } from './moment-words.ts'
import { useDryRun, useRestore } from './use-time-machine.ts'
import './plan-card.css'

interface Props {
  guildId: string
  comparison: Comparison
  chosen: readonly RestoreChoice[]
  /** What a restoration has to wait for. */
  busy: string | null
  mayRestore: boolean
  onClear(): void
}

/** What a restoration would do, and the button that starts it. */
export function PlanCard({ guildId, comparison, chosen, busy, mayRestore, onClear }: Props) {
  const [asking, setAsking] = useState(false)
  const dryRun = useDryRun(guildId, comparison, chosen, mayRestore)
  const restore = useRestore(guildId, comparison)
  const things = thingsText(chosen.length)
  const plan = dryRun.data
  if (chosen.length === 0)
    return (
      <Card as="section" className="tm-side" aria-labelledby="put-back">
        <h2 id="put-back">Put back</h2>
        <p>
          {mayRestore
            ? 'Check what should be as it was in A. You see every step before anything is done.'
            : onlyOwnersMay('put something back')}
        </p>
        <FailedAct of={restore} />
      </Card>
    )
  const isStale = dryRun.isPlaceholderData || dryRun.isFetching
  const isEmpty = plan !== undefined && plan.steps.length === 0
  const confirm = () =>
    restore.mutate(chosen, {
      onSuccess: onClear,
      onSettled: () => setAsking(false),
    })
  return (
    <Card as="section" aria-labelledby="put-back" aria-busy={isStale || undefined}>
      <CardTitle id="put-back" title={`Put back ${things}`} help="Dry run. Nothing has changed yet.">
        {plan && <Possible plan={plan} />}
      </CardTitle>
      {plan === undefined && !dryRun.isError && <Skeleton className="tm-plan-loading" />}
      {dryRun.isError && (
        <div className="tm-plan-part">
          <FailedCall error={dryRun.error} onRetry={dryRun.refetch} />
        </div>
      )}
      {plan && <Steps plan={plan} />}
      <div className="tm-plan-part tm-acts">
        <FailedAct of={restore} />
        {busy !== null && <p id="tm-busy">{busy}</p>}
        <Button
          variant="primary"
          wide
          icon={<RotateCcw aria-hidden />}
          why={
            busy ??
            whileNotLoaded(dryRun, 'Its dry run failed. Run it again first.') ??
            (isEmpty && 'There is nothing to put back.')
          }
          aria-describedby={busy === null ? undefined : 'tm-busy'}
          onClick={() => setAsking(true)}
        >
          Restore {things}
        </Button>
        <Button variant="ghost" wide onClick={onClear}>
          Clear choice
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={`Restore ${things}`}
        action={`Restore ${things}`}
        danger={false}
        busy={restore.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={confirm}
      >
        {plan && `${formatCount(plan.requests, 'request')} to Discord, ${estimateText(plan.seconds)}.`} The server’s
        current state is recorded first, so this can be undone.
      </ConfirmDialog>
    </Card>
  )
}

function Possible({ plan: { possible, of } }: { plan: DryRun }) {
  if (possible === of)
    return (
      <Badge tone="success" icon={<Check className="lucide" aria-hidden />}>
        Possible
      </Badge>
    )
  return (
    <Badge tone={possible === 0 ? 'danger' : 'warning'}>
      {possible} of {of} possible
    </Badge>
  )
}

const icons = { create: Plus, edit: Pencil, delete: Minus, order: ArrowDownUp, give: UserPlus }

function StepRow({ step: { does, text, detail, requests } }: { step: PlannedStep }) {
  const Icon = icons[does]
  return (
    <li>
      <Icon className="lucide" data-does={does} aria-hidden />
      <span>
        {text}
        {detail !== null && <small>{detail}</small>}
      </span>
      <span className="tm-requests">
        {requests}
        <span className="visually-hidden"> {requests === 1 ? 'request' : 'requests'}</span>
      </span>
    </li>
  )
}

const mostSteps = 12

function Steps({ plan: { steps, impossible, lost, requests, seconds } }: { plan: DryRun }) {
  const [all, setAll] = useState(false)
  const shown = all ? steps : steps.slice(0, mostSteps)
  return (
    <>
      {steps.length === 0 && <p className="tm-plan-part">There is nothing to do: it is like this already now.</p>}
      <ol className="tm-plan">
        {shown.map((step, place) => (
          // The steps of a plan never reorder.
          <StepRow key={place} step={step} />
        ))}
        {impossible
          .filter(({ field }) => field !== 'Messages' && field !== 'messages')
          .map(({ name, field, reason }, place) => (
            <li key={`impossible ${place}`}>
              <TriangleAlert className="lucide" data-does="impossible" aria-hidden />
              <span>
                <s>{field === null ? name : `${name}: ${field}`}</s>
                <small>{reason}</small>
              </span>
            </li>
          ))}
      </ol>
      {shown.length < steps.length && (
        <div className="tm-plan-part">
          <Button size="sm" onClick={() => setAll(true)}>
            Show all {steps.length} steps
          </Button>
        </div>
      )}
      <div className="tm-plan-part tm-pace">
        <span className="tm-seconds">{estimateText(seconds)} at Discord's pace</span>
        <span>
          <b>{requests}</b> {requests === 1 ? 'request' : 'requests'}
        </span>
      </div>
      <ul className="tm-notes">
        {lost.map(sentence => (
          <li key={sentence}>
            <TriangleAlert className="lucide" data-does="impossible" aria-hidden />
            <span>{sentence}</span>
          </li>
        ))}
        <li>
          <Undo2 className="lucide" aria-hidden />
          <span>The server’s current state is recorded first, so this can be undone.</span>
        </li>
      </ul>
    </>
  )
}
