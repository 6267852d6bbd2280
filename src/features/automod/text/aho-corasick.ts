import { finished, type Steps, stepSize } from './steps.ts'
import { childOf, type Trie, trieOf } from './trie.ts'
import { typedArrayBytes, unitClasses } from './unit-classes.ts'

/** Finds many texts (needles) in one pass, in time that depends only on the length of the text searched. */
export interface Finder {
  /** Whether any needle occurs; faster than a search if none does. */
  occursIn(text: string): boolean
  /**
   * Calls back with the number of a needle and the place where it ends, for every occurrence, the longest first.
   * @param isEnough asked after each place with occurrences: whether to stop there
   * @param shouldSkip asked before each place, with a number that identifies all needles that end there: whether to skip
   * them
   */
  search(
    text: string,
    found: (needle: number, end: number) => void,
    isEnough?: () => boolean,
    shouldSkip?: (ending: number, end: number) => boolean,
  ): void
  /** All numbers for places where needles end are below this. */
  endings: number
  /** Whether `holds` is true of each needle that ends at a place with this number. */
  everyEnding(ending: number, holds: (needle: number) => boolean): boolean
  /** The memory it takes, in bytes. */
  bytes: number
}

/** By state: the nearest state on its chain of fallbacks, including itself, where needles end; 0 if there is none. */
function endingsOf({ states, fallback, firstEnd }: Trie): Int32Array {
  const endings = new Int32Array(states)
  for (let state = 1; state < states; state++)
    endings[state] = (firstEnd[state] ?? -1) >= 0 ? state : (endings[fallback[state] ?? 0] ?? 0)
  return endings
}

/** Precomputes the next state for every state and class: the fastest way, if there is room for it. */
function* table({ states, firstChild, sign, fallback }: Trie, classes: number): Steps<Int32Array> {
  const next = new Int32Array(states * classes)
  let done = 0
  for (let state = 0; state < states; state++) {
    const row = state * classes
    const other = (fallback[state] ?? 0) * classes
    if (state > 0) next.copyWithin(row, other, other + classes)
    const end = firstChild[state + 1] ?? 0
    for (let child = firstChild[state] ?? 0; child < end; child++) next[row + (sign[child] ?? 0)] = child
    if ((done += classes) >= stepSize) {
      done = 0
      yield
    }
  }
  return next
}

/** A table with more entries takes too long to compute; a list of 200 ordinary words needs a tenth. */
const mostTableEntries = 500_000

/**
 * The automaton of Aho and Corasick (1975), with all transitions precomputed unless the needles have too many different
 * characters. Needles that end with another needle are found through links to the states where those end.
 * @param needles non-empty texts
 * @param alike characters of a text that match another character in needles; no needle contains them
 */
export function* finderInSteps(
  needles: readonly string[],
  alike: Readonly<Record<string, string>> = {},
): Steps<Finder> {
  const { classOf, count, bytes: classBytes } = unitClasses(needles, alike)
  const trie = yield* trieOf(needles, classOf)
  const { states, fallback, firstEnd, nextEnd } = trie
  const next = states * count <= mostTableEntries ? yield* table(trie, count) : undefined
  const endings = endingsOf(trie)
  yield
  const stepTo = next
    ? (state: number, unit: number): number => next[state * count + unit] ?? 0
    : (state: number, unit: number): number => {
        for (let from = state; ; from = fallback[from] ?? 0) {
          const to = childOf(trie, from, unit)
          if (to !== 0 || from === 0) return to
        }
      }
  const held = [...Object.values(trie).filter(part => typeof part !== 'number'), endings, ...(next ? [next] : [])]
  /** @returns false if the callback did, which ends the loop */
  const everyEnding = (ending: number, holds: (needle: number) => boolean): boolean => {
    for (let state = ending; state !== 0; state = endings[fallback[state] ?? 0] ?? 0)
      for (let needle = firstEnd[state] ?? -1; needle >= 0; needle = nextEnd[needle] ?? -1)
        if (!holds(needle)) return false
    return true
  }
  return {
    endings: states,
    everyEnding,
    occursIn(text) {
      let state = 0
      for (let at = 0; at < text.length; at++) {
        state = stepTo(state, classOf(text.charCodeAt(at)))
        if (endings[state] !== 0) return true
      }
      return false
    },
    bytes: held.reduce((sum, { byteLength }) => sum + byteLength + typedArrayBytes, classBytes),
    search(text, found, isEnough, shouldSkip) {
      let state = 0
      for (let at = 0; at < text.length; at++) {
        state = stepTo(state, classOf(text.charCodeAt(at)))
        const ending = endings[state] ?? 0
        if (ending === 0 || shouldSkip?.(ending, at + 1)) continue
        everyEnding(ending, needle => {
          found(needle, at + 1)
          return true
        })
        if (isEnough?.()) return
      }
    },
  }
}

/** Runs {@link finderInSteps} without a break. */
export const finderOf = (...given: Parameters<typeof finderInSteps>): Finder => finished(finderInSteps(...given))
