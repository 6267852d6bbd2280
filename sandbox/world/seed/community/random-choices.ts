import type { Random } from '../../../snowflake.ts'

/** Random choices from a seed, in the forms that generating a world needs. */
export interface Dice {
  /** A whole number from 0 to one less than `limit`. */
  below(limit: number): number
  /** Whether something that happens in this share of cases happens now. */
  chance(share: number): boolean
  /** @throws Error when there is nothing to choose from */
  one<T>(list: readonly T[]): T
  /** Up to `count` different ones, in no order. */
  some<T>(list: readonly T[], count: number): T[]
}

export function createDice(random: Random): Dice {
  const below = (limit: number) => Math.floor(random() * limit)
  return {
    below,
    chance: share => random() < share,
    one(list) {
      const found = list[below(list.length)]
      if (found === undefined) throw new Error('nothing to choose from')
      return found
    },
    some(list, count) {
      const left = [...list]
      return Array.from({ length: Math.min(count, left.length) }, () => left.splice(below(left.length), 1)).flat()
    },
  }
}

export const subjects = [
  'clay',
  'wood',
  'glass',
  'paper',
  'iron',
  'wool',
  'stone',
  'ink',
  'leather',
  'wax',
  'silver',
  'willow',
  'cotton',
  'copper',
  'lacquer',
  'enamel',
] as const
