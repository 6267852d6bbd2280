import { RE2JS, RE2JSException, RE2Set } from 're2js'
import { finderOf } from './aho-corasick.ts'
import { literalsOf } from './literals.ts'

export interface PatternHit {
  pattern: string
  start: number
  end: number
}

const flags = RE2JS.CASE_INSENSITIVE

/** Why a pattern cannot be used, as a clause, or undefined. Look-around and back-references are not in RE2. */
export function patternProblem(pattern: string): string | undefined {
  try {
    const compiled = RE2JS.compile(pattern, flags)
    return compiled.test('') ? 'it matches every message' : undefined
  } catch (error) {
    if (error instanceof RE2JSException) return error.message.replace(/^error parsing regexp: /, '')
    throw error
  }
}

/**
 * So many patterns share an automaton. Measured with 200 patterns and messages made to be hard: with fewer each message is
 * read too often, with more the automaton has too many states to make.
 */
const together = 8
/** Room for an automaton's states; what does not fit is worked out again. Few texts ever need a quarter of it. */
const roomBytes = 256 * 1024
const usualBytes = roomBytes / 4

interface Group {
  set: RE2Set
  /** By place in the set. */
  patterns: readonly string[]
}

function groupOf(patterns: readonly string[]): Group {
  const set = new RE2Set(RE2Set.UNANCHORED, flags, roomBytes)
  for (const pattern of patterns) set.add(pattern)
  set.compile()
  return { set, patterns }
}

const groupsOf = (patterns: readonly string[]): Group[] =>
  Array.from({ length: Math.ceil(patterns.length / together) }, (_, at) =>
    groupOf(patterns.slice(at * together, (at + 1) * together)),
  )

/**
 * Looks for regular expressions in time that is linear in the text. Those that need a certain text are only tried when it
 * is there, which one search for all of these texts tells.
 * @returns find: at most `most` of them, each at its first place
 */
export function patternsOf(patterns: readonly string[]): {
  find(text: string, most: number): PatternHit[]
  bytes: number
} {
  const needed = patterns.map(pattern => ({ pattern, literals: literalsOf(pattern) }))
  const always = groupsOf(needed.filter(({ literals }) => !literals).map(({ pattern }) => pattern))
  const sometimes = groupsOf(needed.filter(({ literals }) => literals).map(({ pattern }) => pattern))
  const needles = needed
    .filter(({ literals }) => literals)
    .flatMap(({ literals }, at) =>
      (literals ?? []).map(text => ({ text, group: sometimes[Math.floor(at / together)] })),
    )
  const finder = finderOf(needles.map(({ text }) => text))
  // Only to tell where a match is, once there is one.
  const compiled = new Map<string, RE2JS>()
  const place = (pattern: string, text: string): PatternHit[] => {
    const one = compiled.get(pattern) ?? RE2JS.compile(pattern, flags)
    compiled.set(pattern, one)
    const matcher = one.matcher(text)
    return matcher.find() ? [{ pattern, start: matcher.start(), end: matcher.end() }] : []
  }
  return {
    bytes: finder.bytes + (always.length + sometimes.length) * usualBytes,
    find(text, most) {
      const groups = new Set(always)
      if (needles.length > 0)
        finder.search(text.toLowerCase(), needle => {
          const group = needles[needle]?.group
          if (group) groups.add(group)
        })
      const hits: PatternHit[] = []
      for (const { set, patterns: own } of groups)
        for (const at of set.match(text)) {
          // To say where costs as much as to look for many: enough is enough.
          if (hits.length >= most) return hits
          hits.push(...place(own[at] ?? '', text))
        }
      return hits
    },
  }
}
