import { Siren } from 'lucide-react'
import { useState } from 'react'
import type { ShownPanic } from '#features/antinuke/panic/contract.ts'
import { FailedCall } from '#web/app/failed-call.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import { useToast } from '#web/ui/toast.tsx'
import { CardTitle } from '../card-title.tsx'
import { onlyOwnersMay } from '../only-owners-may.ts'
import { usePanic } from './use-posture.ts'

const states = {
  off: { label: 'Off', tone: 'neutral' },
  starting: { label: 'Locking', tone: 'warning' },
  on: { label: 'On', tone: 'danger' },
  ending: { label: 'Opening', tone: 'accent' },
} as const

const told = ({ state, channels, roles }: ShownPanic): string => {
  if (state === 'off')
    return 'Locks every channel, pauses invites and direct messages, and takes power from roles. Opening the server again restores all of it exactly.'
  const locked = `${formatCount(channels, 'channel')} locked, ${formatCount(roles, 'role')} without power.`
  if (state === 'ending') return `Opening the server again. Still ${locked}`
  return state === 'starting' ? `Locking the server down. So far ${locked}` : `The server is locked down: ${locked}`
}

/** Locks the server down at once, and opens it again. */
export function PanicCard({ guildId }: { guildId: string }) {
  const { panic, error, refetch, change, allowed } = usePanic(guildId)
  const [asked, ask] = useState(false)
  const toast = useToast()
  if (!panic) return <FailedCall error={error} onRetry={refetch} />
  const { state, refused } = panic
  const to = (where: 'start' | 'end') =>
    change.mutate(where, {
      onError: error => toast({ tone: 'danger', title: error.message }),
      onSettled: () => ask(false),
    })
  return (
    <Card as="section" aria-labelledby="posture-panic">
      <CardTitle id="posture-panic" title="Panic" help="For the moment when something goes wrong.">
        <Badge tone={states[state].tone}>{states[state].label}</Badge>
      </CardTitle>
      <div className="posture-panic">
        <p>
          <span role="status">{told(panic)}</span>
          {!allowed && <span id="panic-reason"> {onlyOwnersMay()}</span>}
        </p>
        {state === 'off' ? (
          <Button
            variant="danger"
            icon={<Siren aria-hidden />}
            why={!allowed}
            aria-describedby={allowed ? undefined : 'panic-reason'}
            onClick={() => ask(true)}
          >
            Lock down the server
          </Button>
        ) : (
          <Button
            why={!allowed || whileBusy(state === 'ending')}
            aria-describedby={allowed ? undefined : 'panic-reason'}
            busy={change.isPending}
            onClick={() => to('end')}
          >
            Open it again
          </Button>
        )}
      </div>
      {refused.length > 0 && (
        <ul className="posture-refused" aria-label="What could not be done">
          {refused.map(({ name, reason }, place) => (
            // Names are not unique.
            <li key={place}>
              <b>{name ?? 'A channel'}</b> {reason}
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asked}
        title="Lock down the server?"
        action="Lock It Down"
        busy={change.isPending}
        onConfirm={() => to('start')}
        onCancel={() => ask(false)}
      >
        Nobody can write, join or send direct messages, and moderators lose their power, unless extra owners or
        whitelisted people hold the same role. Everything is remembered and restored when you open it again.
      </ConfirmDialog>
    </Card>
  )
}
