import { useState } from 'react'
import type { Ping, Pings } from '#features/embeds/contract.ts'
import { FailedCall } from '#web/app/failed-call.tsx'
import { whileNotLoaded, whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/form/switch.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import { Spinner } from '#web/ui/spinner.tsx'

const keyOf = ({ kind, id }: Ping) => `${kind} ${id}`

/** Groups are pinged only if somebody chooses so here. */
const isUsual = ({ kind }: Ping) => kind === 'user'

/** @returns the chosen pings, as the server expects them */
const chosenOf = (pings: readonly Ping[]): Pings => ({
  everyone: pings.some(({ kind }) => kind === 'everyone'),
  roles: pings.filter(({ kind }) => kind === 'role').map(({ id }) => id),
  users: pings.filter(({ kind }) => kind === 'user').map(({ id }) => id),
})

function sentenceOf(pings: readonly Ping[]): string {
  if (pings.length === 0) return 'This pings nobody.'
  const named = pings.map(({ name, kind, members }) =>
    kind === 'user' || members === null ? name : `${name}, ${formatCount(members, 'member')}`,
  )
  return `This pings ${named.join('; ')}.`
}

/** Shows the channel and who is pinged before anything is sent. */
export function SendDialog({
  channel,
  as,
  asked,
  busy,
  onSend,
  onClose,
}: {
  channel: string
  /** The name of the sender. */
  as: string
  /** The query for who the current message mentions. */
  asked: {
    data: readonly Ping[] | undefined
    isError: boolean
    isFetching: boolean
    error: Error | null
    refetch: () => unknown
  }
  busy: boolean
  onSend: (pings: Pings) => void
  onClose: () => void
}) {
  const { data: pings } = asked
  const [ticked, setTicked] = useState<Readonly<Record<string, boolean>>>({})
  const isChosen = (ping: Ping) => ping.refusal === null && (ticked[keyOf(ping)] ?? isUsual(ping))
  const chosen = (pings ?? []).filter(isChosen)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={busy}
      title={`Send to #${channel}?`}
      description={`It is sent as ${as}, and everybody who can see the channel sees it.`}
      footer={
        <>
          <Button onClick={onClose} why={whileBusy(busy)}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={busy}
            busyLabel="Sending..."
            why={whileNotLoaded(asked, 'Who it pings could not be loaded. Load it again first.')}
            onClick={() => onSend(chosenOf(chosen))}
          >
            Send
          </Button>
        </>
      }
    >
      {!asked.isFetching && <FailedCall error={asked.error} onRetry={asked.refetch} />}
      {pings === undefined ? (
        !(asked.isError && !asked.isFetching) && <Spinner label="Checking who it names..." />
      ) : (
        <div className="builder-pings">
          <p role="status">
            <b>{sentenceOf(chosen)}</b>
          </p>
          {pings.map(ping => (
            <Checkbox
              key={keyOf(ping)}
              label={`Ping ${ping.name}`}
              value={isChosen(ping)}
              help={ping.refusal ?? undefined}
              disabled={busy || ping.refusal !== null}
              onChange={on => setTicked(before => ({ ...before, [keyOf(ping)]: on }))}
            />
          ))}
        </div>
      )}
    </Dialog>
  )
}
