import { type SyntheticEvent, useState } from 'react'
import { type BoardRow, mostXp } from '#features/leveling/contract.ts'
import { FailedCall } from '#web/app/failed-call.tsx'
import { InDoubt } from '#web/app/in-doubt.tsx'
import { useIdempotentRequests } from '#web/app/idempotent-requests.ts'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { closeUnlessSending } from '#web/ui/form/close-dialog.ts'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import type { XpAction } from './board-table.tsx'
import { levelText } from './leveling-text.ts'
import { orderIn, type useXpChanges } from './use-leaderboard.ts'
import { amountProblem } from './xp-amount.ts'

type Change = ReturnType<typeof useXpChanges>['member']

const titles = { give: 'Give XP to', take: 'Take XP from', reset: 'Reset' } as const
const usual = 100

/** Asks for an amount, or for confirmation of a reset. */
export function XpDialog({
  guildId,
  chosen: { row, action },
  change,
  onClose,
}: {
  guildId: string
  chosen: { row: BoardRow; action: XpAction }
  change: Change
  onClose: () => void
}) {
  const requests = useIdempotentRequests(`xp ${action} ${guildId}`, row.user.id)
  const [first, setFirst] = useState(() => orderIn(requests.inDoubt?.content).amount ?? usual)
  const [amount, setAmount] = useState(first)
  const name = row.user.name ?? row.user.id
  const title = `${titles[action]} ${name}`
  const why = amountProblem(amount)
  const run = () =>
    change.mutate(
      { requests, userId: row.user.id, action, ...(action !== 'reset' && { amount }) },
      { onSuccess: onClose },
    )
  const close = closeUnlessSending(change, onClose)
  const startOver = () => {
    requests.forget()
    change.reset()
    setFirst(usual)
    setAmount(usual)
  }
  const failure = (
    <>
      <InDoubt request={requests.inDoubt} onStartOver={startOver} />
      <FailedCall error={change.error} />
    </>
  )
  if (action === 'reset')
    return (
      <ConfirmDialog open title={`${title}?`} action="Reset" busy={change.isPending} onConfirm={run} onCancel={close}>
        All XP of {name} is taken ({levelText(row)}), and the roles of those levels with it. Messages and voice time
        stay. {failure}
      </ConfirmDialog>
    )
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (why === undefined) run()
  }
  return (
    <EditDialog
      changed={amount !== first}
      busy={change.isPending}
      onClose={close}
      title={title}
      description={`Now at ${levelText(row)}. The level and level roles follow; nothing is announced.`}
      footer={
        <>
          <Button onClick={close} why={whileBusy(change.isPending)}>
            Cancel
          </Button>
          <Button variant="primary" busy={change.isPending} why={why} onClick={run}>
            {action === 'give' ? 'Give XP' : 'Take XP'}
          </Button>
        </>
      }
    >
      <form className="board-dialog" onSubmit={submit}>
        <NumberInput label="XP" min={1} max={mostXp} value={amount} onChange={setAmount} />
        {failure}
      </form>
    </EditDialog>
  )
}
