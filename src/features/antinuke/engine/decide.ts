import type { Limit, ModuleKey } from '../modules/contract.ts'
import type { Operation } from './audit-actions.ts'

/** Why it was enough. */
export type Reason = 'severe' | 'minute' | 'hour' | 'budget' | 'appointed' | 'together'

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
 * Whether somebody made too many administrators. That is slow work: what counts of it within ten minutes is held against
 * the limit of a minute.
 * @param appointed what counted of it in the busiest ten minutes; 0 for other actions
 */
export const decideAppointed = (appointed: number, limit: Limit): 'appointed' | undefined =>
  appointed >= limit.minute - room ? 'appointed' : undefined

/** What counts of somebody's, in the busiest minute and hour around an action. */
export interface Sums {
  minute: number
  hour: number
}

/** Whether people are dealt with, which a team does together while a raid goes on, and which is easily taken back. */
const isModeration = ({ module, operation }: { module: ModuleKey; operation: Operation }): boolean =>
  module === 'anti_ban' || module === 'anti_kick' || (module === 'anti_member_update' && operation === 'change')

/** Who did less of what does little each time is no part of it: ten things edited, or three channels hidden. */
const part = 0.3
/** From here on a single act does damage that its number alone makes up for. */
const damaging = 0.1

/**
 * Whether it is enough to stop somebody together with those whom they have the power from. Whoever gave it answers for
 * what they did themselves. One act alone is everyday work, and so are a few that are spread over the hour, by a team that
 * was appointed together, unless all of them went twice as far as the limit. Of what counts less than one, whoever did
 * nothing whole answers for what all did of that.
 * @param sums.little of what all did together, what counts less than one each time
 */
export function decideTogether(
  action: { module: ModuleKey; operation: Operation; weight: number },
  { own, together, little }: { own: Sums; together: Sums | undefined; little: Sums | undefined },
  limit: Limit,
): 'together' | undefined {
  const isWhole = own.hour >= 1 - room
  const all = isWhole ? together : little
  if (!all || !(isWhole || action.weight >= damaging - room || own.hour >= part - room)) return undefined
  const isAlone = isWhole && own.hour < 2 - room
  const inMinute = isAlone || isModeration(action) ? 2 * limit.minute : limit.minute
  return all.minute >= inMinute - room || all.hour >= 2 * limit.hour - room ? 'together' : undefined
}
