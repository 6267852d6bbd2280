import { editDistance } from '#kit/edit-distance.ts'

const letters = (name: string) => name.toUpperCase().replaceAll('_', '')
const singular = (name: string) => letters(name).replaceAll('S', '')

/**
 * Whether two names differ by one typing error, or only in underscores and plurals. With two errors, METRICS_HOST would
 * match METRICS_PORT. HOST and PORT resemble too many variables that a machine sets for itself, hence the minimum
 * length.
 */
const isNearly = (typed: string, name: string): boolean =>
  name.length >= 6 && (editDistance(letters(typed), letters(name), 1) <= 1 || singular(typed) === singular(name))

/**
 * Reports variables that look like a misspelling of one that is not set, in one sentence each. When the correct one is
 * set as well, the other may belong to a different program.
 */
export function misspelledVariables(given: ReadonlySet<string>, known: ReadonlySet<string>): string[] {
  const unset = [...known].filter(name => !given.has(name))
  return [...given]
    .filter(name => !known.has(name))
    .flatMap(typed => {
      const meant = unset.find(name => isNearly(typed, name))
      return meant === undefined ? [] : [`${typed} is not read: ${meant} was probably meant.`]
    })
}
