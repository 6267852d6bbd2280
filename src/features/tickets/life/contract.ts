/**
 * - opening: stored, while its channel is being created
 * - open
 * - closed: kept until it is deleted
 * - deleted: its channel is gone or about to be deleted; its transcript may exist
 */
export const ticketStates = ['opening', 'open', 'closed', 'deleted'] as const
export type TicketState = (typeof ticketStates)[number]

export const priorities = ['low', 'normal', 'high', 'urgent'] as const
export type Priority = (typeof priorities)[number]

/** What happens to tickets. */
export const eventKinds = [
  'opened',
  'opened_for',
  'claimed',
  'released',
  'transferred',
  'moved',
  'added',
  'removed',
  'renamed',
  'priority',
  'pinned',
  'answered',
  'close_requested',
  'close_refused',
  'warned',
  'closed',
  'reopened',
  'deleted',
  'channel_deleted',
  'transcript',
  'rated',
] as const
export type EventKind = (typeof eventKinds)[number]
