import { Clock } from 'lucide-react'
import type { TicketFacts } from '#features/tickets/live/contract.ts'
import { durationText, shortDuration } from '#web/app/durations.ts'
import { Meter } from './meter.tsx'

/** How long somebody has been waiting, while the team's answer is due. */
export function WaitingBar({ ticket: { wait, member } }: TicketFacts) {
  if (!wait) return null
  return (
    <div className="live-waiting">
      <Clock aria-hidden />
      <span>
        {member.name ?? 'The member'} has been waiting for {shortDuration(wait.ms)}
      </span>
      {wait.goalMs !== null && <small>Goal is {durationText(wait.goalMs)}</small>}
      {wait.share !== null && <Meter share={wait.share} />}
    </div>
  )
}
