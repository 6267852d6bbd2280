const quantifier = /[*+?]|\{\d+(?:,\d*)?\}/y
/** Characters whose escape means a class, a position or a name rather than the character itself. */
const meaningful = /[a-zA-Z0-9]/
const plainAscii = /^[\x20-\x7e]$/

/** The index where the group or class that opens at `open` closes, or undefined if that is not easy to determine. */
function closing(pattern: string, open: number): number | undefined {
  const inClass = pattern[open] === '['
  let depth = 0
  for (let at = open; at < pattern.length; at++) {
    const sign = pattern[at]
    if (sign === '\\') at++
    else if (inClass) {
      // A bracket right after the opening one is a member of the class.
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

/** The longest run of literal characters in a piece without alternatives. */
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
        // \p{…}, \x41, \Q…\E: finding their ends is not worth the effort.
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

/** The top-level alternatives of a pattern, or undefined if that is not easy to determine. */
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
 * Returns texts, in lower case, at least one of which occurs in everything that the pattern matches; if none occurs in
 * a text, the pattern need not be tried. Undefined if there are none, or if that is not easy to determine.
 * @param pattern RE2 syntax, case-insensitive
 */
export function literalsOf(pattern: string): string[] | undefined {
  const found = alternatives(pattern)?.map(longestRun)
  if (!found?.every(run => run !== undefined && run.length >= shortestUseful)) return undefined
  return found.map(run => (run ?? '').toLowerCase())
}
