import { useState } from 'react'
import { Undo2 } from 'lucide-react'
import type { ShownRestoration } from '#features/antinuke/time-machine/contract.ts'
import { momentText } from '#web/app/dates.ts'
import { FailedAct } from '#web/app/failed-call.tsx'
import { MemberLink } from '#web/app/people/member-link.tsx'
import { nameOf } from '#web/app/people/people-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { shortMomentText } from '#web/app/dates.ts'
import { thingsText } from './moment-words.ts'
import { useUndo } from './use-time-machine.ts'
import './restorations.css'

const words = {
  planning: 'Looking at the server',
  running: 'Putting it back',
  waiting: 'Waiting for Discord',
  verifying: 'Reading the server again',
  done: 'Done',
  stopped: 'Stopped',
}

const stateText = ({ state, steps: { done, total }, problem }: ShownRestoration): string =>
  [
    state === 'done'
      ? `${words.done}, ${done} of ${total} steps`
      : total > 0
        ? `${words[state]}, ${done} of ${total}`
        : words[state],
    ...(problem === null ? [] : [problem]),
  ].join('. ')

const titleOf = ({ things, undoes, moment }: ShownRestoration): string =>
  undoes === null ? `${thingsText(things)} as of ${momentText(moment)}` : `Undid a restoration of ${thingsText(things)}`

/** Restorations made by hand, with a way to undo them. */
export function Restorations({
  guildId,
  list,
  busy,
}: {
  guildId: string
  list: readonly ShownRestoration[]
  busy: string | null
}) {
  const [asking, setAsking] = useState<ShownRestoration>()
  const undo = useUndo(guildId)
  if (list.length === 0) return null
  return (
    <Card as="section" aria-label="Put back by hand">
      <CardHead title="Put back by hand" />
      {undo.isError && (
        <div className="tm-plan-part">
          <FailedAct of={undo} />
        </div>
      )}
      {busy !== null && list.some(({ mayUndo }) => mayUndo) && (
        <p className="tm-plan-part" id="tm-undo-waits">
          {busy}
        </p>
      )}
      <ul className="tm-restorations">
        {list.map(one => (
          <li key={one.id}>
            <div>
              <b>{titleOf(one)}</b>
              <span>
                <MemberLink id={one.by?.id}>{one.by ? nameOf(one.by) : 'Somebody'}</MemberLink>,{' '}
                {shortMomentText(one.at)}
              </span>
              <span role={one.state === 'done' || one.state === 'stopped' ? undefined : 'status'}>
                {stateText(one)}
              </span>
            </div>
            {one.mayUndo && (
              <Button
                size="sm"
                icon={<Undo2 aria-hidden />}
                why={busy ?? undefined}
                aria-describedby={busy === null ? undefined : 'tm-undo-waits'}
                onClick={() => setAsking(one)}
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asking !== undefined}
        title="Undo restoration"
        action="Undo restoration"
        danger={false}
        busy={undo.isPending}
        onCancel={() => setAsking(undefined)}
        onConfirm={() => asking && undo.mutate(asking.id, { onSettled: () => setAsking(undefined) })}
      >
        {asking && `${thingsText(asking.things)} will be as they were just before, ${momentText(asking.at)}.`} What was
        created again is deleted, with everything written there since. This can be undone, too.
      </ConfirmDialog>
    </Card>
  )
}
