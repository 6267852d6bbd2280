import { mostXp } from '#features/leveling/contract.ts'
import { formatNumber } from '#web/ui/numbers.ts'

/** Why an amount of XP that somebody wrote cannot be given or taken; undefined where it can. */
export const amountProblem = (amount: number) =>
  Number.isInteger(amount) && amount >= 1 && amount <= mostXp
    ? undefined
    : `Enter a whole number from 1 to ${formatNumber(mostXp)}.`
