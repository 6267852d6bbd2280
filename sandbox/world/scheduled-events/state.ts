import type { APIGuildScheduledEvent } from 'discord-api-types/v10'

/**
 * One occurrence of a recurring event that departs from its rule, as Discord's description has it ("Guild Scheduled
 * Event Exception").
 */
export interface EventException {
  event_id: string
  /** Encodes the time at which this occurrence would have begun. */
  event_exception_id: string
  /** ISO 8601; null where the rule still holds. */
  scheduled_start_time: string | null
  scheduled_end_time: string | null
  is_canceled: boolean
}

export interface ScheduledEventState {
  event: APIGuildScheduledEvent
  /** By their id. */
  exceptions: Map<string, EventException>
  /** Who wants to come to all of it: user ids, in the order in which they said so. */
  subscribers: Set<string>
  /** Who answered for one occurrence: exception id, then user id to whether they come. */
  answers: Map<string, Map<string, boolean>>
}
