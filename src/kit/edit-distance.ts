/**
 * The number of letters that have to be added, removed, changed or swapped with their neighbor to turn one text into
 * the other (optimal string alignment), or `limit + 1` as soon as it exceeds `limit`. Thousands of names are compared
 * in a few milliseconds, because only distances within the limit are computed.
 */
export function editDistance(one: string, other: string, limit: number): number {
  const beyond = limit + 1
  if (Math.abs(one.length - other.length) > limit) return beyond
  const width = other.length + 1
  const cells = (filled: number[] = []) => {
    while (filled.length < width) filled.push(beyond)
    return filled
  }
  let beforeLast = cells()
  let last = cells(Array.from({ length: Math.min(width, beyond) }, (_, column) => column))
  for (let row = 1; row <= one.length; row += 1) {
    const current = cells([Math.min(row, beyond)])
    let least = current[0] ?? beyond
    const letter = one.charCodeAt(row - 1)
    for (let column = Math.max(1, row - limit); column <= Math.min(other.length, row + limit); column += 1) {
      const wanted = other.charCodeAt(column - 1)
      const changed = (last[column - 1] ?? beyond) + (letter === wanted ? 0 : 1)
      const shifted = Math.min(last[column] ?? beyond, current[column - 1] ?? beyond) + 1
      const isSwap =
        row > 1 && column > 1 && letter === other.charCodeAt(column - 2) && one.charCodeAt(row - 2) === wanted
      const swapped = isSwap ? (beforeLast[column - 2] ?? beyond) + 1 : beyond
      const distance = Math.min(changed, shifted, swapped, beyond)
      current[column] = distance
      if (distance < least) least = distance
    }
    if (least > limit) return beyond
    beforeLast = last
    last = current
  }
  return last[other.length] ?? beyond
}

/** How many typos a word of this length may contain: one in short words, up to three in long ones. */
const slipsIn = (text: string): number => Math.min(3, Math.max(1, Math.floor(text.length / 3)))

/** Whether a text is a misspelled name, ignoring case: `woodwrk` for `woodwork`. */
export function isMisspelt(typed: string, name: string): boolean {
  const [text, wanted] = [typed.toLowerCase(), name.toLowerCase()]
  if (text.length < 3 || text === wanted) return text === wanted
  const slips = slipsIn(text)
  return editDistance(text, wanted, slips) <= slips
}

/** A name of which only a part was typed ranks as if it had this many more typos. */
const partOfName = 4

/**
 * The names that were probably meant, best first: misspelled ones, then those of which only a part was typed.
 * @param namesOf all names that a candidate is known by
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
  /**
   * Hardly anybody mistypes both ends of a name, and a full comparison takes time: a server may have ten thousand
   * members.
   */
  const isFar = (name: string) => name.at(0) !== text.at(0) && name.at(-1) !== text.at(-1) && !name.includes(text)
  const rate = (name: string): number => {
    if (isFar(name)) return Number.POSITIVE_INFINITY
    const distance = editDistance(text, name, slips)
    if (distance <= slips) return distance
    if (text.length < 3) return Number.POSITIVE_INFINITY
    if (name.startsWith(text)) return partOfName
    if (name.includes(text)) return partOfName + 1
    return name.length >= 4 && text.startsWith(name) ? partOfName + 2 : Number.POSITIVE_INFINITY
  }
  const rated: { candidate: T; rating: number }[] = []
  for (const candidate of candidates) {
    let rating = Number.POSITIVE_INFINITY
    for (const name of namesOf(candidate))
      if (typeof name === 'string') rating = Math.min(rating, rate(name.toLowerCase()))
    if (rating < Number.POSITIVE_INFINITY) rated.push({ candidate, rating })
  }
  return rated
    .sort((one, other) => one.rating - other.rating)
    .slice(0, most)
    .map(({ candidate }) => candidate)
}
