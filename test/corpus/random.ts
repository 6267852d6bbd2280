/**
 * A random-looking generator that gives the same numbers in every run. @returns a function for numbers from 0 up to
 * `below`
 */
export type Dice = (below: number) => number

/** 32-bit xorshift (Marsaglia 2003). @param seed not 0 */
export function diceOf(seed: number): Dice {
  let state = seed
  return below => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

export const pick = <T>(dice: Dice, list: readonly T[]): T => {
  const found = list[dice(list.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}
