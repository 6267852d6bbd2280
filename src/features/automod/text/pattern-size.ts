/** Matches a whole escape, to count what it stands for. */
const escape = /\\(?:Q([\s\S]*?)(?:\\E|$)|[pP](?:\{[^}]*\}|\w)|x\{[^}]*\}|[\s\S])/y
const times = /\{(\d+)(,(\d*))?\}/y
const bracket = /\[\^?\]?(?:\\[\s\S]|\[:\^?\w+:\]|[^\]\\])*\]?/y

/**
 * Estimates how many instructions a pattern compiles to, without compiling it: a repeat with a count stands for as many
 * copies. The time to compile it and to search for it grows with that number.
 * @param pattern RE2 syntax; may be invalid
 */
export function patternSize(pattern: string): number {
  const open: { all: number; last: number }[] = []
  let all = 0
  let last = 0
  const atom = (size: number) => {
    all += size
    last = size
  }
  for (let at = 0; at < pattern.length; ) {
    const take = (shape: RegExp) => {
      shape.lastIndex = at
      const found = shape.exec(pattern)
      at += found?.[0].length ?? 0
      return found
    }
    const sign = pattern[at]
    if (sign === '\\') atom(Math.max(1, take(escape)?.[1]?.length ?? 1))
    else if (sign === '[') atom(take(bracket) ? 1 : 0)
    else if (sign === '(') {
      open.push({ all, last })
      ;[all, last, at] = [0, 0, at + 1]
    } else if (sign === ')') {
      const inside = all + 2
      all = open.pop()?.all ?? 0
      atom(inside)
      at += 1
    } else {
      const [found, least, , most] = (sign === '{' && take(times)) || []
      if (found === undefined) {
        atom(1)
        at += 1
      } else {
        const copies = Math.max(1, Number(least), Number(most ?? 0))
        all += last * (copies - 1)
        last *= copies
      }
    }
  }
  return open.reduce((sum, outside) => sum + outside.all, all)
}
