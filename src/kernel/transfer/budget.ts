import { UserError } from '#kit/errors.ts'
import { createMinuteBudget } from '#kit/minute-budget.ts'

/** The most imports planned, made or undone for one server in a minute; the page plans again with each choice. */
const most = 40
/** This many things in a file count as another file, because each is tried. */
const thingsOfOne = 50
/** A large file that is refused counts as this many files, because each of its values may have been invalid. */
const faulty = { characters: 20_000, files: 10 } as const

/** Limits how many files one server may have read, because reading a large one takes a while. */
export interface TransferBudget {
  /**
   * Counts one file, or the things in it.
   * @throws UserError 429 when the server has used up its budget
   */
  demand(guildId: string, things?: number): void
  /** Counts the additional cost of a refused file. */
  refused(guildId: string, characters: number): void
}

/** @param now a monotonic clock (ms) */
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
