import { Link } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import type { TicketFacts } from '#features/tickets/live/contract.ts'
import { momentWithin } from '#web/app/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { TicketActs } from './use-ticket.ts'

function TranscriptLink({ guildId, id }: { guildId: string; id: string }) {
  return (
    <Link className="link" to="/manage/$guildId/tickets/transcript" params={{ guildId }} search={{ id }}>
      Transcript
    </Link>
  )
}

const mostStars = 5

/** The member's rating. */
function Feedback({ rating, comment, from }: { rating: number; comment: string | null; from: string | null }) {
  return (
    <figure className="live-feedback">
      <figcaption>
        <span role="img" aria-label={`${rating} of ${mostStars} stars`}>
          {'★'.repeat(rating)}
          {'☆'.repeat(mostStars - rating)}
        </span>{' '}
        {from !== null && `from ${from}`}
      </figcaption>
      {comment !== null && <blockquote>{comment}</blockquote>}
    </figure>
  )
}

/** Replaces the answer box once a ticket is closed. @param now Unix ms */
export function ClosedBar({
  guildId,
  facts: { ticket, may, transcripts },
  acts,
  now,
}: {
  guildId: string
  facts: TicketFacts
  acts: TicketActs
  now: number
}) {
  const { closedByName, closedAt, closeReason, rating, ratingComment, transcriptId, state } = ticket
  const by = closedByName === null ? 'Closed' : `Closed by ${closedByName}`
  return (
    <div className="live-closed">
      <p>
        {by}
        {closedAt !== null && `, ${momentWithin(closedAt, now)}`}
        {closeReason !== null && <small>{closeReason}</small>}
      </p>
      {rating !== null && <Feedback rating={rating} comment={ratingComment} from={ticket.member.name} />}
      {transcriptId !== null && <TranscriptLink guildId={guildId} id={transcriptId} />}
      {transcriptId === null && state !== 'deleted' && may.act && transcripts && (
        <Button
          icon={<FileText aria-hidden />}
          busy={acts.transcript.isPending}
          onClick={() => acts.transcript.mutate()}
        >
          Save transcript
        </Button>
      )}
    </div>
  )
}

/** What prevents people in the channel from reading what is written here. */
export function ChannelBanner({
  guildId,
  facts: { ticket, may, transcripts },
  acts,
}: {
  guildId: string
  facts: TicketFacts
  acts: TicketActs
}) {
  if (ticket.channel === 'hidden')
    return (
      <Banner tone="warning" title="Discord hides this ticket’s channel from the bot.">
        Give its role View Channel there; until then nothing can be read or sent.
      </Banner>
    )
  if (ticket.channel === 'there' || ticket.state === 'deleted' || ticket.state === 'opening') return null
  return (
    <Banner tone="warning" title="This ticket’s channel was deleted by hand.">
      What was written stays here.{' '}
      {ticket.transcriptId !== null && <TranscriptLink guildId={guildId} id={ticket.transcriptId} />}
      {ticket.transcriptId === null && may.act && transcripts && (
        <Button size="sm" busy={acts.transcript.isPending} onClick={() => acts.transcript.mutate()}>
          Save transcript
        </Button>
      )}
    </Banner>
  )
}
