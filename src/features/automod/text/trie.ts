import { type Steps, stepSize } from './steps.ts'

/** A prefix tree of texts: state 0 is the root, and the children of a state are numbered consecutively. */
export interface Trie {
  states: number
  /** By state: its first child. The children of the next state begin where its own end. */
  firstChild: Int32Array
  /** By state: the class that leads to it. */
  sign: Uint16Array
  /** By state: the longest other state whose text is a suffix of its own, to continue from if no child matches. */
  fallback: Int32Array
  /** By state: the first text that ends there, or -1. */
  firstEnd: Int32Array
  /** By text: the next identical text, or -1. */
  nextEnd: Int32Array
}

/** The child of a state for a class; 0 if there is none. */
export function childOf(
  { firstChild, sign }: Pick<Trie, 'firstChild' | 'sign'>,
  state: number,
  wanted: number,
): number {
  let low = firstChild[state] ?? 0
  let high = firstChild[state + 1] ?? 0
  const end = high
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sign[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low < end && sign[low] === wanted ? low : 0
}

/** @param texts non-empty texts */
export function* trieOf(texts: readonly string[], classOf: (unit: number) => number): Steps<Trie> {
  let done = 0
  const encoded: string[] = []
  let most = 1
  for (const text of texts) {
    encoded.push(String.fromCharCode(...Array.from({ length: text.length }, (_, at) => classOf(text.charCodeAt(at)))))
    most += text.length
    if ((done += text.length) >= stepSize) {
      done = 0
      yield
    }
  }
  const inOrder = Int32Array.from(encoded.keys()).sort((one, other) => {
    const [a = '', b = ''] = [encoded[one], encoded[other]]
    return a < b ? -1 : a > b ? 1 : one - other
  })
  yield
  const firstChild = new Int32Array(most + 1)
  const sign = new Uint16Array(most)
  const parent = new Int32Array(most)
  const firstEnd = new Int32Array(most).fill(-1)
  const nextEnd = new Int32Array(texts.length).fill(-1)
  // By state: the range of sorted texts that begin with its text, and the length of that text.
  const from = new Int32Array(most)
  const to = new Int32Array(most)
  const depth = new Uint16Array(most)
  to[0] = texts.length
  let states = 1
  for (let state = 0; state < states; state++) {
    firstChild[state] = states
    const length = depth[state] ?? 0
    const end = to[state] ?? 0
    let at = from[state] ?? 0
    for (let last = -1; at < end && encoded[inOrder[at] ?? 0]?.length === length; at++) {
      const text = inOrder[at] ?? 0
      if (last < 0) firstEnd[state] = text
      else nextEnd[last] = text
      last = text
    }
    while (at < end) {
      const wanted = encoded[inOrder[at] ?? 0]?.charCodeAt(length) ?? 0
      from[states] = at
      while (at < end && encoded[inOrder[at] ?? 0]?.charCodeAt(length) === wanted) {
        at++
        if (++done % stepSize === 0) yield
      }
      to[states] = at
      sign[states] = wanted
      parent[states] = state
      depth[states] = length + 1
      states++
    }
  }
  firstChild[states] = states
  const fallback = new Int32Array(states)
  const trie = {
    states,
    firstChild: firstChild.slice(0, states + 1),
    sign: sign.slice(0, states),
    fallback,
    firstEnd: firstEnd.slice(0, states),
    nextEnd,
  }
  for (let state = 1; state < states; state++) {
    const wanted = sign[state] ?? 0
    let at = parent[state] ?? 0
    while (at !== 0 && fallback[state] === 0) {
      if (++done % stepSize === 0) yield
      at = fallback[at] ?? 0
      fallback[state] = childOf(trie, at, wanted)
    }
  }
  return trie
}
