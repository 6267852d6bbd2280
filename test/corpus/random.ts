/** Numbers that look random and are the same in every run. @returns one from 0 up to `below` */
export type Dice = (below: number) => number

/** Xorshift of 32 bits (Marsaglia 2003). @param seed not 0 */
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
