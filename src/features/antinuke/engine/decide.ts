import type { Limit, ModuleKey } from '../modules/contract.ts'
import type { Operation } from './audit-actions.ts'

/** Why it was enough. */
export type Reason = 'severe' | 'minute' | 'hour' | 'budget' | 'appointed' | 'together'

/** The tolerance when sums of weights are compared: three times 0.1 is not exactly 0.3. */
const room = 1e-6

/**
 * Whether what somebody did is enough to stop them. Reaching a limit is enough: the action that reaches it is one too
 * many.
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
 * Whether somebody made too many administrators. Making them takes time, so what counts of it within ten minutes is
 * held against the limit for a minute.
 * @param appointed what counted of it in the busiest ten minutes; 0 for other actions
 */
export const decideAppointed = (appointed: number, limit: Limit): 'appointed' | undefined =>
  appointed >= limit.minute - room ? 'appointed' : undefined

/** What counts of somebody's actions in the busiest minute and hour around an action. */
export interface Sums {
  minute: number
  hour: number
}

/** Whether an action deals with people: a team does that together during a raid, and it is easily taken back. */
const isModeration = ({ module, operation }: { module: ModuleKey; operation: Operation }): boolean =>
  module === 'anti_ban' || module === 'anti_kick' || (module === 'anti_member_update' && operation === 'change')

/**
 * Somebody who did less than this of what counts little each time takes no part in it: it is ten edits, or three hidden
 * channels.
 */
const part = 0.3
/** From this weight on, a single act does damage by itself; lighter ones do it only by their number. */
const damaging = 0.1

/**
 * Whether what somebody did together with the people they have power from is enough to stop them. Whoever gave the
 * power answers only for what they did themselves. One act alone is everyday work, and so are a few spread over the
 * hour by a team that was appointed together, unless all of them together went twice as far as the limit. Somebody
 * without an act that counts whole answers for everybody's acts that count less than one.
 * @param sums.little what all did together, of acts that count less than one
 */
export function decideTogether(
  action: { module: ModuleKey; operation: Operation; weight: number },
  { own, together, minor }: { own: Sums; together: Sums | undefined; minor: Sums | undefined },
  limit: Limit,
): 'together' | undefined {
  const isWhole = own.hour >= 1 - room
  const all = isWhole ? together : minor
  if (!all || !(isWhole || action.weight >= damaging - room || own.hour >= part - room)) return undefined
  const isAlone = isWhole && own.hour < 2 - room
  const inMinute = isAlone || isModeration(action) ? 2 * limit.minute : limit.minute
  return all.minute >= inMinute - room || all.hour >= 2 * limit.hour - room ? 'together' : undefined
}
