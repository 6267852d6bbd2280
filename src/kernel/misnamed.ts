import { editDistance } from '#kit/edit-distance.ts'

const letters = (name: string) => name.toUpperCase().replaceAll('_', '')
const singular = (name: string) => letters(name).replaceAll('S', '')

/**
 * One slip, or underscores and plurals in other places: with two slips METRICS_HOST is METRICS_PORT. HOST and PORT are
 * near too much that a machine sets for itself.
 */
const isNearly = (typed: string, name: string): boolean =>
  name.length >= 6 && (editDistance(letters(typed), letters(name), 1) <= 1 || singular(typed) === singular(name))

/**
 * Variables that are set under nearly the name of one that is not, in one sentence each. Where the right one is set, too,
 * the other may be somebody else's.
 */
export function misnamed(given: ReadonlySet<string>, known: ReadonlySet<string>): string[] {
  const unset = [...known].filter(name => !given.has(name))
  return [...given]
    .filter(name => !known.has(name))
    .flatMap(typed => {
      const meant = unset.find(name => isNearly(typed, name))
      return meant === undefined ? [] : [`${typed} is not read: ${meant} was probably meant.`]
    })
}
