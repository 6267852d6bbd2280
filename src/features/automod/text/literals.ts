const quantifier = /[*+?]|\{\d+(?:,\d*)?\}/y
/** Letters whose escape means a sign of a kind, a place or a name, not themselves. */
const meaningful = /[a-zA-Z0-9]/
const plainAscii = /^[\x20-\x7e]$/

/** Where the group or class that opens at `open` closes, or undefined when that cannot be told simply. */
function closing(pattern: string, open: number): number | undefined {
  const inClass = pattern[open] === '['
  let depth = 0
  for (let at = open; at < pattern.length; at++) {
    const sign = pattern[at]
    if (sign === '\\') at++
    else if (inClass) {
      // A bracket right after the opening is a member of the class.
      const first = at === open + 1 || (at === open + 2 && pattern[open + 1] === '^')
      if (sign === ']' && !first) return at
      if (sign === '[' && at > open && pattern[at + 1] === ':') return undefined
    } else if (sign === '[') {
      const end = closing(pattern, at)
      if (end === undefined) return undefined
      at = end
    } else if (sign === '(') depth++
    else if (sign === ')' && --depth === 0) return at
  }
  return undefined
}

/** The longest run of plain signs in a piece without alternatives. */
function longestRun(pattern: string): string | undefined {
  let best = ''
  let run = ''
  const cut = () => {
    if (run.length > best.length) best = run
    run = ''
  }
  for (let at = 0; at < pattern.length; at++) {
    let sign = pattern[at] ?? ''
    if (sign === '(' || sign === '[') {
      const end = closing(pattern, at)
      if (end === undefined) return undefined
      cut()
      at = end
      sign = ''
    } else if (sign === '\\') {
      const escaped = pattern[++at] ?? ''
      if (meaningful.test(escaped)) {
        // \p{…}, \x41, \Q…\E: how far they reach is not worth telling.
        if (!/[bBdDsSwW]/.test(escaped)) return undefined
        sign = ''
      } else sign = escaped
    } else if (/[.^$]/.test(sign)) sign = ''
    quantifier.lastIndex = at + 1
    const times = quantifier.exec(pattern)?.[0]
    if (sign === '' || !plainAscii.test(sign)) cut()
    else if (times === undefined) run += sign
    else {
      if (!/^(?:[*?]|\{0)/.test(times)) run += sign
      cut()
    }
    if (times !== undefined) at += times.length + (pattern[at + times.length + 1] === '?' ? 1 : 0)
  }
  cut()
  return best
}

/** The alternatives of a pattern that are not inside a group, or undefined when that cannot be told simply. */
function alternatives(pattern: string): string[] | undefined {
  const parts = ['']
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at] ?? ''
    const opens = sign === '(' || sign === '['
    const end = opens ? closing(pattern, at) : sign === '\\' ? at + 1 : at
    if (end === undefined) return undefined
    if (sign === '|') parts.push('')
    else parts[parts.length - 1] += pattern.slice(at, end + 1)
    at = end
  }
  return parts
}

const shortestUseful = 3

/**
 * Texts, in small letters, of which at least one is in everything that the pattern matches; so where none is, the pattern
 * need not be tried. Undefined when there are none, or it cannot be told simply.
 * @param pattern RE2 syntax, meant for both cases
 */
export function literalsOf(pattern: string): string[] | undefined {
  const found = alternatives(pattern)?.map(longestRun)
  if (!found?.every(run => run !== undefined && run.length >= shortestUseful)) return undefined
  return found.map(run => (run ?? '').toLowerCase())
}
