import { finished, type Steps, stepSize } from './steps.ts'
import { childOf, type Trie, trieOf } from './trie.ts'
import { typedArrayBytes, unitClasses } from './unit-classes.ts'

/** Finds many texts in one pass, in time that depends on the length of what is read and on nothing else. */
export interface Finder {
  /** Whether any needle occurs: quicker than a search where none does. */
  occursIn(text: string): boolean
  /**
   * Calls back with the number of a needle and where it ends, for every occurrence, the longest first.
   * @param isEnough asked after each place where some are: whether to stop there
   * @param isVain asked before it, with a number for all that end there: whether to leave them out
   */
  search(
    text: string,
    found: (needle: number, end: number) => void,
    isEnough?: () => boolean,
    isVain?: (ending: number, end: number) => boolean,
  ): void
  /** Places where needles end have numbers below this. */
  endings: number
  /** Whether something holds of each needle that ends at a place with this number. */
  everyEnding(ending: number, holds: (needle: number) => boolean): boolean
  /** How much memory it holds. */
  bytes: number
}

/** By state: the nearest on the way of fallbacks, itself included, where needles end; 0 where none does. */
function endingsOf({ states, fallback, firstEnd }: Trie): Int32Array {
  const endings = new Int32Array(states)
  for (let state = 1; state < states; state++)
    endings[state] = (firstEnd[state] ?? -1) >= 0 ? state : (endings[fallback[state] ?? 0] ?? 0)
  return endings
}

/** A step for every state and class: quickest, where there is room for it. */
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

/** A table of more steps takes too long to make; a list of 200 usual words needs a tenth. */
const mostSteps = 500_000

/**
 * The automaton of Aho and Corasick (1975), with every step worked out beforehand unless the needles have too many
 * different signs. Needles that are the end of another are found through a link to the state where they end.
 * @param needles none of them empty
 * @param alike signs of a text that are found where a needle has another; no needle holds them
 */
export function* finderInSteps(
  needles: readonly string[],
  alike: Readonly<Record<string, string>> = {},
): Steps<Finder> {
  const { classOf, count, bytes: classBytes } = unitClasses(needles, alike)
  const trie = yield* trieOf(needles, classOf)
  const { states, fallback, firstEnd, nextEnd } = trie
  const next = states * count <= mostSteps ? yield* table(trie, count) : undefined
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
  /** @returns false when the callback did, which ends it */
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
    search(text, found, isEnough, isVain) {
      let state = 0
      for (let at = 0; at < text.length; at++) {
        state = stepTo(state, classOf(text.charCodeAt(at)))
        const ending = endings[state] ?? 0
        if (ending === 0 || isVain?.(ending, at + 1)) continue
        everyEnding(ending, needle => {
          found(needle, at + 1)
          return true
        })
        if (isEnough?.()) return
      }
    },
  }
}

/** The same at once. */
export const finderOf = (...given: Parameters<typeof finderInSteps>): Finder => finished(finderInSteps(...given))
