import { useState } from 'react'

/**
 * How many values there have been: a React key for what has to be rendered again with each of them, even if two are
 * equal.
 */
export function useChangeCount(value: unknown): number {
  const [seen, setSeen] = useState({ value, count: 0 })
  if (Object.is(seen.value, value)) return seen.count
  const count = seen.count + 1
  setSeen({ value, count })
  return count
}
