import { useState } from 'react'

/** How many values there have been: a key for what is to be drawn anew with each of them, also where both look alike. */
export function useTurn(value: unknown): number {
  const [seen, setSeen] = useState({ value, turn: 0 })
  if (Object.is(seen.value, value)) return seen.turn
  const turn = seen.turn + 1
  setSeen({ value, turn })
  return turn
}
