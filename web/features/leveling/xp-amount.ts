import { mostXp } from '#features/leveling/contract.ts'
import { formatNumber } from '#web/ui/numbers.ts'

/** Why the entered amount of XP cannot be given or taken; undefined if it can. */
export const amountProblem = (amount: number) =>
  Number.isInteger(amount) && amount >= 1 && amount <= mostXp
    ? undefined
    : `Enter a whole number from 1 to ${formatNumber(mostXp)}.`
