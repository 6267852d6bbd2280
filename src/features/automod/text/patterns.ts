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

/** Instructions of one pattern, and of a list: more take too long to look for. Counts of repeats are what makes many. */
const mostInstructions = 2000
const mostTogether = 60_000

/** What is wrong with a pattern, as a clause, and how many instructions it has. */
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

/** Why each pattern of a list cannot be used, as a clause, or undefined. Look-around and back-references are not in RE2. */
export function patternProblems(patterns: readonly string[]): (string | undefined)[] {
  let together = 0
  return patterns.map(pattern => {
    const { problem, size } = examined(pattern)
    together += size
    return problem ?? (together > mostTogether ? 'the patterns are too large together' : undefined)
  })
}

/**
 * So many patterns share an automaton. Measured with 200 patterns and messages made to be hard: with fewer each message is
 * read too often, with more the automaton has too many states to make.
 */
const together = 8
/** Room for an automaton's states; what does not fit is worked out again. Few texts ever need a quarter of it. */
const roomBytes = 256 * 1024
const usualBytes = roomBytes / 4
/** Memory of one instruction, compiled, measured with patterns of 40 and of 2,000. */
const instructionBytes = 1500

/** How large the patterns of a group may be together: this bounds what one step takes. A larger one is alone. */
const groupSize = 200

interface Group {
  /** Made when it is first needed. */
  set: RE2Set | undefined
  /** By place in the set. */
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
   * At most `most` of them, each at its first place.
   * @param until when to give up (ms of `performance.now`); a step that has begun is finished
   * @returns undefined when it gave up
   */
  find(text: string, most: number, until?: number): PatternHit[] | undefined
  /** Takes the next step of making it ready. @returns whether it is */
  prepare(): boolean
  /** One step may take long: there is a pattern that no group has room for. */
  large: boolean
  bytes: number
}

/**
 * Looks for regular expressions in time that is linear in the text. Those that need a certain text are only tried when it
 * is there, which one search for all of these texts tells.
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
  // Only to tell where a match is, once there is one.
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
          // To say where costs as much as to look for many: enough is enough.
          if (hits.length >= most) return hits
          if (late()) return undefined
          hits.push(...place(group.patterns[at] ?? '', text))
        }
      }
      return hits
    },
  }
}
