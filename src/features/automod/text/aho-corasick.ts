/** Finds many texts in one pass, in time that depends on the length of what is read and on nothing else. */
export interface Finder {
  /** Calls back with the number of a needle and where it ends, for every occurrence. */
  search(text: string, found: (needle: number, end: number) => void): void
  /** Memory of its table, for caches that have a limit. */
  bytes: number
}

/** Numbers the UTF-16 units that occur in the needles; 0 is all others. */
function classesOf(needles: readonly string[]) {
  const low = new Uint16Array(128)
  const high = new Map<number, number>()
  let count = 1
  for (const needle of needles)
    for (let at = 0; at < needle.length; at++) {
      const unit = needle.charCodeAt(at)
      if (unit < 128) low[unit] ||= count++
      else if (!high.has(unit)) high.set(unit, count++)
    }
  const classOf = (unit: number): number => (unit < 128 ? low[unit] : high.get(unit)) ?? 0
  return { classOf, count }
}

/**
 * The automaton of Aho and Corasick (1975) with every step worked out beforehand.
 * @param needles none of them empty
 */
export function finderOf(needles: readonly string[]): Finder {
  const { classOf, count } = classesOf(needles)
  const states = needles.reduce((sum, { length }) => sum + length, 1)
  const next = new Int32Array(states * count)
  const ends: number[][] = [[]]
  let made = 1
  for (const [needle, text] of needles.entries()) {
    let state = 0
    for (let at = 0; at < text.length; at++) {
      const step = state * count + classOf(text.charCodeAt(at))
      if (next[step] === 0) {
        next[step] = made++
        ends.push([])
      }
      state = next[step] ?? 0
    }
    ends[state]?.push(needle)
  }
  // Breadth first: a state's fallback is nearer to the start, so it is complete when it is needed.
  const fallback = new Int32Array(made)
  const queue = [0]
  for (const state of queue)
    for (let sign = 0; sign < count; sign++) {
      const step = state * count + sign
      const beyond = state === 0 ? 0 : (next[(fallback[state] ?? 0) * count + sign] ?? 0)
      const child = next[step] ?? 0
      if (child === 0) {
        next[step] = beyond
        continue
      }
      fallback[child] = beyond
      ends[child] = [...(ends[child] ?? []), ...(ends[beyond] ?? [])]
      queue.push(child)
    }
  const final = Uint8Array.from(ends, list => (list.length > 0 ? 1 : 0))
  return {
    bytes: next.byteLength,
    search(text, found) {
      let state = 0
      for (let at = 0; at < text.length; at++) {
        state = next[state * count + classOf(text.charCodeAt(at))] ?? 0
        if (final[state] === 1) for (const needle of ends[state] ?? []) found(needle, at + 1)
      }
    },
  }
}
