/** What a link holds is chosen by no writer. */
export function isInAddress(source: string, at: number): boolean {
  const from = Math.max(0, at - 300)
  const before = source.slice(from, at)
  return before.slice(before.search(/\S*$/)).includes('://')
}

/** Whether a place lies between backticks, where names are made of words. */
export function isInCode(source: string, at: number): boolean {
  let ticks = 0
  for (let tick = source.indexOf('`'); tick >= 0 && tick < at; tick = source.indexOf('`', tick + 1)) ticks++
  return ticks % 2 === 1 && source.includes('`', at)
}

/** Initials before a name: `A.S.S. Rao`. */
const initials = /^\p{Lu}\. ?\p{Lu}/u
const name = /^\. ?\p{Lu}\p{Ll}/u

/** Whether letters that stand apart are the initials of a name, or folders of a path. */
export function isInitialsOrPath(source: string, start: number, end: number): boolean {
  const letters = source.slice(start, end)
  const after = source.slice(end, end + 5)
  if (initials.test(letters) && name.test(after)) return true
  return /^.\//u.test(letters) && (source.charAt(start - 1) === '/' || after.startsWith('/'))
}

/** Whether dollar signs stand around one that might be a letter: `$as$` is a formula, `$A$5` a cell. */
export const isFormula = (source: string, start: number, end: number): boolean =>
  source.slice(start, end).includes('$') && (source.charAt(start - 1) === '$' || source.charAt(end) === '$')
