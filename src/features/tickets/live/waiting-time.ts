import { LRUCache } from 'lru-cache'
import { entryLimit } from '#kit/cache-capacity.ts'
import { processState, type Services } from '#kernel/feature.ts'
import type { Ticket } from '../life/rows.ts'
import { hours } from '../opening/contract.ts'
import { afterWorking, workingMs } from '../panels/hours.ts'
import type { PanelDesign } from '../panels/contract.ts'

type Goals = Pick<PanelDesign, 'hours' | 'first_response_goal'>

/** For a ticket whose panel was deleted. */
export const noGoals: Goals = { hours: hours.parse({}), first_response_goal: null }

interface Counted {
  hours: string
  since: number
  /** Until when the wait was counted, and the result. */
  until: number
  ms: number
}

/** By ticket. A list is requested again after every change, and most of each wait has been counted by then. */
const counted = processState(() => new LRUCache<number, Counted>(entryLimit(2000)))

/**
 * Returns how long a ticket's member has waited for the team, in working time (ms); the goal is the first response
 * goal.
 */
export function waitOf(
  services: Pick<Services, 'memory' | 'now'>,
  { id, awaiting, awaitingSince }: Pick<Ticket, 'id' | 'awaiting' | 'awaitingSince'>,
  { hours: open, first_response_goal }: Goals,
) {
  if (awaiting !== 'team' || awaitingSince === null) return null
  const until = Math.max(awaitingSince, services.now())
  const same = JSON.stringify(open)
  const found = counted(services).get(id)
  const known = found?.hours === same && found.since === awaitingSince && found.until <= until ? found : undefined
  const ms = (known?.ms ?? 0) + workingMs(open, known?.until ?? awaitingSince, until)
  counted(services).set(id, { hours: same, since: awaitingSince, until, ms })
  const goalMs = first_response_goal === null ? null : first_response_goal * 60_000
  return {
    ms,
    goalMs,
    share: goalMs === null ? null : ms / goalMs,
    dueAt: goalMs === null || ms >= goalMs ? null : (afterWorking(open, until, goalMs - ms) ?? null),
  }
}
