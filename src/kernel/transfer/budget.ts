import { UserError } from '#kit/errors.ts'
import { createMinuteBudget } from '#kit/minute-budget.ts'

/** Files that are read for one server in a minute; a page reads one with each thing that is chosen on it. */
const most = 40

/** Keeps one server from having files read all the time: reading a large one takes a while. */
export interface TransferBudget {
  /** Counts one more. @throws UserError 429 when the server has used up its minute */
  demand(guildId: string): void
}

/** @param now a clock that never goes back, ms */
export function createTransferBudget(now: () => number = () => performance.now()): TransferBudget {
  const budget = createMinuteBudget(most, now)
  return {
    demand(guildId) {
      const seconds = budget.secondsLeft(guildId)
      if (seconds > 0)
        throw new UserError('transfer.busy', `Too many files in a short time. Try again in ${seconds} seconds.`, 429)
      budget.spend(guildId)
    },
  }
}
