import type { Limit } from '../modules/contract.ts'

/** Why it was enough. */
export type Reason = 'severe' | 'minute' | 'hour' | 'budget' | 'together'

/** Sums of weights are compared with a little room: three times 0.1 is not 0.3. */
const room = 1e-6

/**
 * Whether what somebody did is enough to stop them. Reaching a limit is: the last one allowed is not let through.
 * @param sums.minute what counted of theirs in the busiest minute around it, and in the busiest hour
 * @param budget for whitelisted people: what counted of theirs within the hour, and how much may
 */
export function decide(
  action: { weight: number; severe: boolean },
  sums: { minute: number; hour: number },
  limit: Limit,
  budget?: { used: number; perHour: number },
): Reason | undefined {
  if (action.weight <= 0) return undefined
  if (budget) return budget.used > budget.perHour + room ? 'budget' : undefined
  if (action.severe) return 'severe'
  if (sums.minute >= limit.minute - room) return 'minute'
  return sums.hour >= limit.hour - room ? 'hour' : undefined
}

/**
 * Whether it is enough to stop somebody together with those whom they have the power from. Whoever gave it answers for
 * what they did themselves, and whoever did nothing whole for nothing. One act alone is everyday work, and so are a few
 * that are spread over the hour, by a team that was appointed together, unless all of them went twice as far as the limit.
 */
export function decideTogether(
  own: { hour: number },
  together: { minute: number; hour: number },
  limit: Limit,
): 'together' | undefined {
  if (own.hour < 1 - room) return undefined
  const inMinute = own.hour >= 2 - room ? limit.minute : 2 * limit.minute
  return together.minute >= inMinute - room || together.hour >= 2 * limit.hour - room ? 'together' : undefined
}
