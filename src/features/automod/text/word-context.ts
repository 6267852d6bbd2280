/** How far back to look for the beginning of a link. */
const longestAddress = 300
const scheme = '://'

/** Whether a place is inside a link, whose text its author did not choose. */
export function isInAddress(source: string, at: number): boolean {
  const before = source.slice(Math.max(0, at - longestAddress), at)
  const found = before.lastIndexOf(scheme)
  return found >= 0 && !/\s/.test(before.slice(found))
}

/** Returns a function that says whether a place is between backticks, where names are composed of words. */
export function codeIn(source: string): (at: number) => boolean {
  const last = source.lastIndexOf('`')
  if (last === -1) return () => false
  /** By place: 1 after an odd number of backticks. */
  const odd = new Uint8Array(source.length + 1)
  for (let at = 0; at < source.length; at++) odd[at + 1] = (odd[at] ?? 0) ^ (source.charAt(at) === '`' ? 1 : 0)
  return at => odd[at] === 1 && at <= last
}

/** Initials before a name: `A.S.S. Rao`. */
const initials = /^\p{Lu}\. ?\p{Lu}/u
const name = /^\. ?\p{Lu}\p{Ll}/u

/** Whether single letters are the initials of a name, or folders of a path. */
export function isInitialsOrPath(source: string, start: number, end: number): boolean {
  const letters = source.slice(start, end)
  const after = source.slice(end, end + 5)
  if (initials.test(letters) && name.test(after)) return true
  return /^.\//u.test(letters) && (source.charAt(start - 1) === '/' || after.startsWith('/'))
}

/** Whether a dollar sign belongs to a formula or a cell: `$as$` is a formula, `$A$5` a cell. */
export const isFormula = (source: string, start: number, end: number): boolean =>
  source.slice(start, end).includes('$') && (source.charAt(start - 1) === '$' || source.charAt(end) === '$')
