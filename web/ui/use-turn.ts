import { useState } from 'react'

/**
 * How many values there have been: a React key for what has to be rendered again with each of them, even if two are
 * equal.
 */
export function useTurn(value: unknown): number {
  const [seen, setSeen] = useState({ value, turn: 0 })
  if (Object.is(seen.value, value)) return seen.turn
  const turn = seen.turn + 1
  setSeen({ value, turn })
  return turn
}
