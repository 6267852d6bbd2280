import { Link } from '@tanstack/react-router'
import { Ticket, X } from 'lucide-react'
import type { TicketFacts } from '#features/tickets/live/contract.ts'
import { useAvatarUrl } from '#web/app/avatar-url.ts'
import { momentText, shortDayText } from '#web/app/dates.ts'
import { MemberLink } from '#web/app/people/member-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Details } from '#web/ui/details.tsx'
import { ticketPlace } from '../open-tickets/places.ts'
import { durationText, shortDuration } from '#web/app/durations.ts'
import { eventWords } from './event-words.ts'
import { closesText, neverCame, type ShownStretch, stretchText } from './fact-words.ts'
import { MemberCases, MemberStrikes } from './member-cases.tsx'
import { Meter } from './meter.tsx'
import type { TicketActs } from './use-ticket.ts'
import './ticket-side.css'

function Clock({ title, of }: { title: string; of: ShownStretch }) {
  const share = neverCame(of) ? null : of.share
  return (
    <div className="live-clock">
      <p>
        <span>{title}</span>
        <b data-tone={share === null ? undefined : share >= 1 ? 'danger' : of.ended ? 'fine' : undefined}>
          {stretchText(of)}
        </b>
      </p>
      {share !== null && <Meter share={share} />}
    </div>
  )
}

function Clocks({ facts: { clock, ticket } }: { facts: TicketFacts }) {
  const { wait } = ticket
  const goal = clock.firstResponse.goalMs
  const notes = [
    goal === null ? undefined : `Goal ${durationText(goal)}`,
    clock.timeZone === null ? undefined : `within working hours, ${clock.timeZone.replaceAll('_', ' ')}`,
  ].filter(note => note !== undefined)
  return (
    <section>
      <h2>Clock</h2>
      {wait && wait.goalMs !== null && wait.share !== null && (
        <div className="live-clock">
          <p>
            <span>Next answer</span>
            <b data-tone={wait.share >= 1 ? 'danger' : wait.share >= 0.6 ? 'warning' : undefined}>
              {wait.share >= 1
                ? `late by ${shortDuration(wait.ms - wait.goalMs)}`
                : `due in ${shortDuration(wait.goalMs - wait.ms)}`}
            </b>
          </p>
          <Meter share={wait.share} />
        </div>
      )}
      <Clock title="First response" of={clock.firstResponse} />
      <Clock title="Resolution" of={clock.resolution} />
      {notes.length > 0 && <p className="live-note">{notes.join(', ')}.</p>}
    </section>
  )
}

function Member({ facts: { ticket, member } }: { facts: TicketFacts }) {
  const { id, name, avatar } = ticket.member
  const face = useAvatarUrl(id === null ? undefined : { id, avatar }, 64)
  return (
    <section className="live-member">
      <Avatar src={face} size={40} />
      <div>
        <b>
          <MemberLink id={id}>{name ?? 'Forgotten member'}</MemberLink>
        </b>
        <small>
          {!member.here && 'No longer in the server'}
          {member.here &&
            member.joinedAt !== null &&
            `Member since ${shortDayText(member.joinedAt)} ${new Date(member.joinedAt).getFullYear()}`}
        </small>
      </div>
    </section>
  )
}

function Ticketed({ facts, now }: { facts: TicketFacts; now: number }) {
  const { ticket, people } = facts
  const rows: readonly (readonly [string, string])[] = [
    ['Panel', ticket.panelTitle],
    ['Opened', momentText(ticket.openedAt)],
    ['Claimed by', ticket.claimedBy ? (ticket.claimedBy.name ?? 'Forgotten member') : 'Nobody'],
    ['In here', people.join(', ')],
    ...(ticket.state === 'open' ? [['Closes itself', closesText(ticket, now)] as const] : []),
    ...ticket.answers.map(({ label, value }) => [label, value] as const),
  ]
  return (
    <section>
      <h2>Ticket</h2>
      <dl className="live-facts">
        {rows.map(([label, value], key) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The people who were added, with buttons to remove them. */
function Guests({ facts: { guests, may, ticket }, acts: { take } }: { facts: TicketFacts; acts: TicketActs }) {
  if (guests.length === 0) return undefined
  return (
    <section>
      <h2>{ticket.state === 'closed' ? 'Added; they return when it is reopened' : 'Added'}</h2>
      <ul className="live-guests" aria-label="Added">
        {guests.map(({ kind, id, name }) => (
          <li key={id}>
            {kind === 'role' ? `@${name}` : name}
            {may.act && (
              <IconButton
                size="sm"
                label={`Remove ${name}`}
                icon={<X aria-hidden />}
                why={whileBusy(take.isPending)}
                onClick={() => take.mutate(id)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function closedText({ state, closedByName, rating }: TicketFacts['history']['tickets'][number]): string {
  if (state === 'open' || state === 'opening') return 'Open'
  const stars = rating === null ? '' : `, ${rating} ${rating === 1 ? 'star' : 'stars'}`
  return `${closedByName === null ? 'Closed' : `Closed by ${closedByName}`}${stars}`
}

function History({ guildId, facts }: { guildId: string; facts: TicketFacts }) {
  const { history, ticket, events } = facts
  const { id, name } = ticket.member
  const rest = history.total - history.tickets.length
  return (
    <section>
      <h2>History of {name ?? 'the member'}</h2>
      {history.tickets.length === 0 && <p className="live-note">No other tickets.</p>}
      <ul className="live-history">
        {history.tickets.map(one => (
          <li key={one.id}>
            <Ticket aria-hidden />
            <span>
              <Link to="/manage/$guildId/$" params={{ guildId, _splat: ticketPlace(one.id) }}>
                {one.number} {one.panelTitle}
              </Link>
              <small>{closedText(one)}</small>
            </span>
            <time dateTime={new Date(one.openedAt).toISOString()}>{shortDayText(one.openedAt)}</time>
          </li>
        ))}
        {rest > 0 && <li className="live-note">and {rest} more</li>}
        {id !== null && <MemberCases guildId={guildId} memberId={id} />}
        {id !== null && <MemberStrikes guildId={guildId} memberId={id} />}
      </ul>
      <Details className="live-events" summary="What happened here">
        <ol>
          {events.map((event, key) => (
            <li key={key}>
              {eventWords(event)} <small>{momentText(event.at)}</small>
            </li>
          ))}
        </ol>
      </Details>
    </section>
  )
}

/** Beside the conversation: the member, the clock, the ticket, and the history. @param now Unix ms */
export const TicketSide = ({
  guildId,
  facts,
  acts,
  now,
}: {
  guildId: string
  facts: TicketFacts
  acts: TicketActs
  now: number
}) => (
  <aside className="live-side" aria-label="Details">
    <Member facts={facts} />
    <Clocks facts={facts} />
    <Ticketed facts={facts} now={now} />
    <Guests facts={facts} acts={acts} />
    <History guildId={guildId} facts={facts} />
  </aside>
)
