import { finished, type Steps, stepSize } from './steps.ts'

/** Finds many texts in one pass, in time that depends on the length of what is read and on nothing else. */
interface Finder {
  /** Whether any needle occurs: quicker than a search where none does. */
  occursIn(text: string): boolean
  /**
   * Calls back with the number of a needle and where it ends, for every occurrence.
   * @param isEnough asked after each place where some are: whether to stop there
   * @param isVain asked before it, with all that end there: whether to leave them out
   */
  search(
    text: string,
    found: (needle: number, end: number) => void,
    isEnough?: () => boolean,
    isVain?: (needles: readonly number[], end: number) => boolean,
  ): void
  /** Memory of its table, for caches that have a limit. */
  bytes: number
}

/** Numbers the UTF-16 units that occur in the needles; 0 is all others. What is alike has one number. */
function classesOf(needles: readonly string[], alike: Readonly<Record<string, string>>) {
  const low = new Uint16Array(128)
  const high = new Map<number, number>()
  let count = 1
  for (const needle of needles)
    for (let at = 0; at < needle.length; at++) {
      const unit = needle.charCodeAt(at)
      if (unit < 128) low[unit] ||= count++
      else if (!high.has(unit)) high.set(unit, count++)
    }
  for (const [sign, same] of Object.entries(alike)) {
    const [unit, like] = [sign.charCodeAt(0), same.charCodeAt(0)]
    const number = (like < 128 ? low[like] : high.get(like)) ?? 0
    if (unit < 128) low[unit] = number
    else high.set(unit, number)
  }
  const classOf = (unit: number): number => (unit < 128 ? low[unit] : high.get(unit)) ?? 0
  return { classOf, count }
}

interface Trie {
  /** Which state a class leads to from a state, by `state * classes + class`. */
  edges: ReadonlyMap<number, number>
  /** States, nearest to the start first, without the start. */
  states: readonly number[]
  /** By state: where to go on when nothing fits. */
  fallback: Int32Array
  /** By state: the needles that end there. */
  ends: readonly (readonly number[])[]
}

function* trieOf(needles: readonly string[], classOf: (unit: number) => number, classes: number): Steps<Trie> {
  const edges = new Map<number, number>()
  const [parents, signs, ends] = [[0], [0], [[]] as number[][]]
  const byDepth: number[][] = []
  let done = 0
  for (const [needle, text] of needles.entries()) {
    let state = 0
    for (let at = 0; at < text.length; at++) {
      if (++done % stepSize === 0) yield
      const sign = classOf(text.charCodeAt(at))
      const step = state * classes + sign
      const known = edges.get(step)
      if (known === undefined) {
        edges.set(step, ends.length)
        parents.push(state)
        signs.push(sign)
        state = ends.push([]) - 1
        ;(byDepth[at] ??= []).push(state)
      } else state = known
    }
    ends[state]?.push(needle)
  }
  const states = byDepth.flat()
  const fallback = new Int32Array(ends.length)
  for (const state of states) {
    if (++done % stepSize === 0) yield
    const [parent, sign] = [parents[state] ?? 0, signs[state] ?? 0]
    if (parent === 0) continue
    let from = fallback[parent] ?? 0
    while (from !== 0 && !edges.has(from * classes + sign)) from = fallback[from] ?? 0
    const to = edges.get(from * classes + sign) ?? 0
    fallback[state] = to
    const also = ends[to] ?? []
    if (also.length > 0) ends[state] = [...(ends[state] ?? []), ...also]
  }
  return { edges, states, fallback, ends }
}

/** A step for every state and class: quickest, where there is room for it. */
function* table({ edges, states, fallback, ends }: Trie, classes: number): Steps<Int32Array> {
  const next = new Int32Array(ends.length * classes)
  let done = 0
  for (const state of [0, ...states])
    for (let sign = 0; sign < classes; sign++) {
      if (++done % stepSize === 0) yield
      const step = state * classes + sign
      next[step] = edges.get(step) ?? (state === 0 ? 0 : (next[(fallback[state] ?? 0) * classes + sign] ?? 0))
    }
  return next
}

/** A table of more steps takes too long to make; a list of 200 usual words needs a tenth. */
const mostSteps = 500_000
/** What a state of a trie without a table takes, about. */
const stateBytes = 100

/**
 * The automaton of Aho and Corasick (1975), with every step worked out beforehand unless the needles have too many
 * different signs.
 * @param needles none of them empty
 * @param alike signs of a text that are found where a needle has another; no needle holds them
 */
export function* finderInSteps(
  needles: readonly string[],
  alike: Readonly<Record<string, string>> = {},
): Steps<Finder> {
  const { classOf, count } = classesOf(needles, alike)
  const trie = yield* trieOf(needles, classOf, count)
  const { edges, fallback, ends } = trie
  const next = ends.length * count <= mostSteps ? yield* table(trie, count) : undefined
  const stepFrom = (state: number, sign: number): number => {
    for (let from = state; ; from = fallback[from] ?? 0) {
      const to = edges.get(from * count + sign)
      if (to !== undefined) return to
      if (from === 0) return 0
    }
  }
  yield
  const final = new Uint8Array(ends.length)
  for (const [state, list] of ends.entries()) final[state] = list.length > 0 ? 1 : 0
  yield
  const stepTo = (state: number, sign: number): number =>
    next ? (next[state * count + sign] ?? 0) : stepFrom(state, sign)
  return {
    occursIn(text) {
      let state = 0
      for (let at = 0; at < text.length; at++) {
        state = stepTo(state, classOf(text.charCodeAt(at)))
        if (final[state] === 1) return true
      }
      return false
    },
    bytes: next?.byteLength ?? ends.length * stateBytes,
    search(text, found, isEnough, isVain) {
      let state = 0
      for (let at = 0; at < text.length; at++) {
        state = stepTo(state, classOf(text.charCodeAt(at)))
        if (final[state] !== 1) continue
        const all = ends[state] ?? []
        if (isVain?.(all, at + 1)) continue
        for (const needle of all) found(needle, at + 1)
        if (isEnough?.()) return
      }
    },
  }
}

/** The same at once. */
export const finderOf = (...given: Parameters<typeof finderInSteps>): Finder => finished(finderInSteps(...given))
