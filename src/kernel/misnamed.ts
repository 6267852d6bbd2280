import { editDistance } from '#kit/edit-distance.ts'

/** HOST and PORT are near too much that a machine sets for itself. */
const slipsIn = (name: string): number => (name.length < 6 ? 0 : name.length < 9 ? 1 : 2)

/**
 * Variables that are set under nearly the name of one that is not, in one sentence each. Where the right one is set, too,
 * the other may be somebody else's.
 */
export function misnamed(given: ReadonlySet<string>, known: ReadonlySet<string>): string[] {
  const unset = [...known].filter(name => !given.has(name))
  return [...given]
    .filter(name => !known.has(name))
    .flatMap(typed => {
      const meant = unset.find(name => {
        const slips = slipsIn(name)
        return editDistance(typed.toUpperCase(), name, slips) <= slips
      })
      return meant === undefined ? [] : [`${typed} is not read: ${meant} was probably meant.`]
    })
}
