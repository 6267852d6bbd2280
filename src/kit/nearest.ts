/**
 * How many letters have to be added, taken away, changed or swapped with their neighbour to make one text of the other
 * (optimal string alignment), or `limit + 1` as soon as it is more than `limit`.
 */
export function editDistance(one: string, other: string, limit: number): number {
  const [left, right] = [[...one], [...other]]
  if (Math.abs(left.length - right.length) > limit) return limit + 1
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: right.length + 1 }, (_, at) => at)]
  for (const [row, letter] of left.entries()) {
    const current = [row + 1]
    for (const [column, wanted] of right.entries()) {
      const changed = (last[column] ?? 0) + (letter === wanted ? 0 : 1)
      const shifted = Math.min((last[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1)
      const isSwap = row > 0 && column > 0 && letter === right[column - 1] && left[row - 1] === wanted
      const swapped = isSwap ? (beforeLast[column - 1] ?? 0) + 1 : changed
      current.push(Math.min(changed, shifted, swapped))
    }
    if (Math.min(...current) > limit) return limit + 1
    ;[beforeLast, last] = [last, current]
  }
  return last[right.length] ?? 0
}

/** How many slips of the finger a word of this length may have: one in short ones, three in long ones. */
const slipsIn = (text: string): number => Math.min(3, Math.max(1, Math.floor(text.length / 3)))

/** Whether a text is a misspelt name, in any case: `woodwrk` for `woodwork`. */
export function isMisspelt(typed: string, name: string): boolean {
  const [text, wanted] = [typed.toLowerCase(), name.toLowerCase()]
  if (text.length < 3 || text === wanted) return text === wanted
  const slips = slipsIn(text)
  return editDistance(text, wanted, slips) <= slips
}

/** A part of a name says as much as this many slips more. */
const partOfName = 4

/**
 * The names that were probably meant, best first: misspelt ones, then those of which only a part was typed.
 * @param namesOf everything one may call the candidate
 */
export function nearest<T>(
  typed: string,
  candidates: Iterable<T>,
  namesOf: (candidate: T) => readonly (string | null | undefined)[],
  most = 3,
): T[] {
  const text = typed.toLowerCase()
  if (text === '') return []
  const slips = slipsIn(text)
  const rate = (name: string): number => {
    const distance = editDistance(text, name, slips)
    if (distance <= slips) return distance
    if (text.length < 3) return Number.POSITIVE_INFINITY
    if (name.startsWith(text)) return partOfName
    if (name.includes(text)) return partOfName + 1
    return name.length >= 4 && text.startsWith(name) ? partOfName + 2 : Number.POSITIVE_INFINITY
  }
  return [...candidates]
    .map(candidate => {
      const names = namesOf(candidate).filter(name => typeof name === 'string')
      return { candidate, rating: Math.min(...names.map(name => rate(name.toLowerCase()))) }
    })
    .filter(({ rating }) => rating < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.rating - other.rating)
    .slice(0, most)
    .map(({ candidate }) => candidate)
}
