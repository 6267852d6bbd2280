import { UserError } from '#kit/errors.ts'
import { createMinuteBudget } from '#kit/minute-budget.ts'

/** Files that are read for one server in a minute, or taken back; a page reads one with each thing that is chosen on it. */
const most = 40
/** So many things in a file count as another one: each is tried. */
const thingsOfOne = 50
/** A file that is not understood may have been wrong in each of its values: a large one counts as so many. */
const faulty = { characters: 20_000, files: 10 } as const

/** Keeps one server from having files read all the time: reading a large one takes a while. */
export interface TransferBudget {
  /**
   * Counts one more, or for what is in it.
   * @throws UserError 429 when the server has used up its minute
   */
  demand(guildId: string, things?: number): void
  /** Counts what more a file took that was not understood. */
  refused(guildId: string, characters: number): void
}

/** What a server may have read, tried and taken back. */
export type Budget = Pick<TransferBudget, 'demand' | 'refused'>

/** @param now a clock that never goes back, ms */
export function createTransferBudget(now: () => number = () => performance.now()): TransferBudget {
  const budget = createMinuteBudget(most, now)
  const spend = (guildId: string, weight: number) => {
    for (let spent = 0; spent < weight; spent += 1) budget.spend(guildId)
  }
  return {
    demand(guildId, things) {
      const weight = things === undefined ? 1 : Math.floor(things / thingsOfOne)
      if (weight === 0) return
      const seconds = budget.secondsLeft(guildId)
      if (seconds > 0)
        throw new UserError('transfer.busy', `Too many files in a short time. Try again in ${seconds} seconds.`, 429)
      spend(guildId, weight)
    },
    refused(guildId, characters) {
      if (characters > faulty.characters) spend(guildId, faulty.files - 1)
    },
  }
}
