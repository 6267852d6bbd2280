import type { EventKind } from './contract.ts'
import type { TicketEvent } from './rows.ts'

/** A period in which a ticket was closed (Unix ms); `until` is null while it still is. */
export interface ClosedStretch {
  from: number
  until: number | null
}

const ends: readonly EventKind[] = ['closed', 'deleted', 'channel_deleted']
/** The events that close a ticket or open it again. */
export const closingKinds: readonly EventKind[] = [...ends, 'reopened']

/** Returns the periods in which a ticket was closed, computed from its events, oldest first. */
export function closedStretches(events: readonly Pick<TicketEvent, 'kind' | 'at'>[]): ClosedStretch[] {
  const found: ClosedStretch[] = []
  for (const { kind, at } of events) {
    const last = found.at(-1)
    if (kind === 'reopened' && last?.until === null) last.until = at
    else if (ends.includes(kind) && last?.until !== null) found.push({ from: at, until: null })
  }
  return found
}

export const wasClosedAt = (stretches: readonly ClosedStretch[], at: number): boolean =>
  stretches.some(({ from, until }) => at > from && (until === null || at < until))
