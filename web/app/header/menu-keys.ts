/** Which of `count` items a key moves to from `place`, wrapping around; undefined for keys that do not move. */
export function nextItem(key: string, place: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (place + 1) % count
  if (key === 'ArrowUp') return (Math.max(place, 0) - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
