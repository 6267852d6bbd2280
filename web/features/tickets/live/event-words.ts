import type { TicketFacts } from '#features/tickets/live/contract.ts'

type Event = TicketFacts['events'][number]

const words: Readonly<Record<Event['kind'], string>> = {
  opened: 'Opened',
  opened_for: 'Opened for the member',
  claimed: 'Claimed',
  released: 'Given back to the team',
  transferred: 'Handed on',
  moved: 'Moved to another panel',
  added: 'Somebody was added',
  removed: 'Somebody was removed',
  renamed: 'Renamed',
  priority: 'Priority changed',
  pinned: 'Opening message pinned',
  answered: 'Answered',
  close_requested: 'Asked whether it can be closed',
  close_refused: 'Kept open',
  warned: 'Warned that it closes soon',
  closed: 'Closed',
  reopened: 'Opened again',
  deleted: 'Deleted',
  channel_deleted: 'Its channel was deleted by hand',
  transcript: 'Transcript made',
  rated: 'Rated',
}

/** What happened to a ticket, as a line: 'Claimed by Lena Brandt'. */
export const eventWords = ({ kind, byName }: Pick<Event, 'kind' | 'byName'>): string =>
  byName === null ? words[kind] : `${words[kind]} by ${byName}`
