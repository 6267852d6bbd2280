import { type SyntheticEvent, useState } from 'react'
import { mostXp } from '#features/leveling/contract.ts'
import { FailedCall } from '#web/app/failed-call.tsx'
import { InDoubt } from '#web/app/in-doubt.tsx'
import { useIdempotentRequests } from '#web/app/idempotent-requests.ts'
import { FindPerson } from '#web/app/people/find-person.tsx'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { closeUnlessSending } from '#web/ui/form/close-dialog.ts'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import { orderIn, type useXpChanges } from './use-leaderboard.ts'
import { amountProblem } from './xp-amount.ts'
import './leaderboard.css'

const usual = 100

/** Gives XP to anybody, whether or not they are on the board. */
export function GiveXpDialog({
  guildId,
  change,
  onClose,
}: {
  guildId: string
  change: ReturnType<typeof useXpChanges>['member']
  onClose: () => void
}) {
  const requests = useIdempotentRequests(`xp give ${guildId}`)
  const [first, setFirst] = useState(() => orderIn(requests.inDoubt?.content))
  const [userId, setUserId] = useState(first.userId ?? null)
  const [amount, setAmount] = useState(first.amount ?? usual)
  const why = userId === null ? 'Choose a member first.' : amountProblem(amount)
  const run = () => {
    if (userId === null || why !== undefined) return
    change.mutate({ requests, userId, action: 'give', amount }, { onSuccess: onClose })
  }
  const close = closeUnlessSending(change, onClose)
  const startOver = () => {
    requests.forget()
    change.reset()
    setFirst({})
    setUserId(null)
    setAmount(usual)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    run()
  }
  return (
    <EditDialog
      changed={userId !== (first.userId ?? null) || amount !== (first.amount ?? usual)}
      busy={change.isPending}
      onClose={close}
      title="Give XP to somebody"
      description="Also to members who have never written. People who have left can be found by ID, and have it when they return."
      footer={
        <>
          <Button onClick={close} why={whileBusy(change.isPending)}>
            Cancel
          </Button>
          <Button variant="primary" busy={change.isPending} why={why} onClick={run}>
            Give XP
          </Button>
        </>
      }
    >
      <form className="board-dialog" onSubmit={submit}>
        <InDoubt request={requests.inDoubt} onStartOver={startOver} />
        <FindPerson
          guildId={guildId}
          search="Find somebody"
          label="Who"
          value={userId}
          isFit={({ bot }) => !bot}
          onChange={setUserId}
          empty="Nobody has a name or an ID like that. Bots earn no XP."
        />
        <NumberInput label="XP" min={1} max={mostXp} value={amount} onChange={setAmount} />
        <FailedCall error={change.error} />
      </form>
    </EditDialog>
  )
}
