import { RE2JS, RE2JSException, RE2Set } from 're2js'
import { finderInSteps } from './aho-corasick.ts'
import { literalsOf } from './literals.ts'
import { patternSize } from './pattern-size.ts'
import type { Steps } from './steps.ts'

export interface PatternHit {
  pattern: string
  start: number
  end: number
}

const flags = RE2JS.CASE_INSENSITIVE

/**
 * The most instructions in one pattern, and in a list: more take too long to search for. Repeats with counts are what
 * multiplies them.
 */
const mostInstructions = 2000
const mostTogether = 60_000

/** What is wrong with a pattern, as a clause, and its number of instructions. */
function examined(pattern: string): { problem: string | undefined; size: number } {
  try {
    const compiled = RE2JS.compile(pattern, flags)
    const size = compiled.programSize()
    if (size > mostInstructions) return { problem: 'it repeats too much; use smaller counts', size: 0 }
    return { problem: compiled.test('') ? 'it matches every message' : undefined, size }
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    return { problem: error.message.replace(/^error parsing regexp: /, ''), size: 0 }
  }
}

/**
 * Returns for each pattern of a list why it cannot be used, as a clause, or undefined. RE2 has no look-around and no
 * back-references.
 */
export function patternProblems(patterns: readonly string[]): (string | undefined)[] {
  let together = 0
  return patterns.map(pattern => {
    const { problem, size } = examined(pattern)
    together += size
    return problem ?? (together > mostTogether ? 'the patterns are too large together' : undefined)
  })
}

/**
 * The number of patterns that share an automaton. Measured with 200 patterns and adversarial messages: with fewer, each
 * message is read too often; with more, the automaton has too many states to build.
 */
const together = 8
/**
 * The memory for an automaton's states; states that do not fit are computed again. Few texts ever need a quarter of it.
 */
const roomBytes = 256 * 1024
const usualBytes = roomBytes / 4
/** The memory of one compiled instruction, measured with patterns of 40 and of 2,000. */
const instructionBytes = 1500

/**
 * The most instructions that the patterns of a group may have together, which bounds the time of one step. A larger
 * pattern is a group of its own.
 */
const groupSize = 200

interface Group {
  /** Created on first use. */
  set: RE2Set | undefined
  /** By their index in the set. */
  patterns: string[]
  size: number
}

function setOf(group: Group): RE2Set {
  if (group.set) return group.set
  const set = new RE2Set(RE2Set.UNANCHORED, flags, roomBytes)
  for (const pattern of group.patterns) set.add(pattern)
  set.compile()
  return (group.set = set)
}

function groupsOf(patterns: readonly string[]): Group[] {
  const groups: Group[] = []
  for (const pattern of patterns) {
    const size = patternSize(pattern)
    const group = groups.at(-1)
    if (group && group.patterns.length < together && group.size + size <= groupSize) {
      group.patterns.push(pattern)
      group.size += size
    } else groups.push({ set: undefined, patterns: [pattern], size })
  }
  return groups
}

export interface PatternFinder {
  /**
   * Finds at most `most` patterns, each at its first place.
   * @param until when to give up (ms of `performance.now`); a step that has begun is finished
   * @returns undefined if it gave up
   */
  find(text: string, most: number, until?: number): PatternHit[] | undefined
  /** Runs the next step of the preparation. @returns whether it is complete */
  prepare(): boolean
  /** Whether one step may take long, because some pattern is too large for any group. */
  large: boolean
  bytes: number
}

/**
 * Searches for regular expressions in linear time. Patterns that require a certain text are tried only if it occurs; a
 * single search for all of these texts finds out.
 */
export function* patternsOf(patterns: readonly string[]): Steps<PatternFinder> {
  const needed: { pattern: string; literals: ReturnType<typeof literalsOf> }[] = []
  for (const pattern of patterns) {
    needed.push({ pattern, literals: literalsOf(pattern) })
    yield
  }
  const always = groupsOf(needed.filter(({ literals }) => !literals).map(({ pattern }) => pattern))
  const sometimes = groupsOf(needed.filter(({ literals }) => literals).map(({ pattern }) => pattern))
  const all = [...always, ...sometimes]
  const groupOf = new Map(sometimes.flatMap(group => group.patterns.map(pattern => [pattern, group])))
  const needles = needed.flatMap(({ pattern, literals }) =>
    (literals ?? []).map(text => ({ text, group: groupOf.get(pattern) })),
  )
  const finder = yield* finderInSteps(needles.map(({ text }) => text))
  // Used only to locate a match once there is one.
  const compiled = new Map<string, RE2JS>()
  const place = (pattern: string, text: string): PatternHit[] => {
    const one = compiled.get(pattern) ?? RE2JS.compile(pattern, flags)
    compiled.set(pattern, one)
    const matcher = one.matcher(text)
    return matcher.find() ? [{ pattern, start: matcher.start(), end: matcher.end() }] : []
  }
  return {
    bytes: all.reduce((sum, { size }) => sum + usualBytes + size * instructionBytes, finder.bytes),
    large: all.some(({ size }) => size > groupSize),
    prepare() {
      const next = all.find(({ set }) => !set)
      if (next) setOf(next)
      return all.every(({ set }) => set)
    },
    find(text, most, until = Infinity) {
      const groups = new Set(always)
      if (needles.length > 0)
        finder.search(text.toLowerCase(), needle => {
          const group = needles[needle]?.group
          if (group) groups.add(group)
        })
      const hits: PatternHit[] = []
      const late = () => performance.now() > until
      for (const group of groups) {
        if (late()) return undefined
        for (const at of setOf(group).match(text)) {
          // Locating a match costs as much as searching for many patterns, so it stops once there are enough.
          if (hits.length >= most) return hits
          if (late()) return undefined
          hits.push(...place(group.patterns[at] ?? '', text))
        }
      }
      return hits
    },
  }
}
