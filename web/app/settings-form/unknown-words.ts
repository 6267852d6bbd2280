import { toldUnknown, unknownPlaceholders } from '#kit/unknown-placeholders.ts'

/** Only this many are shown at once; the others follow once these are fixed. */
const mostTold = 3

/**
 * A warning about words in braces that are not placeholders.
 * @param fills the names of the placeholders, without braces; undefined if none are filled
 * @returns empty if all are known, undefined if none are filled
 */
export const unknownWords = (text: string, fills: readonly string[] | undefined): string | undefined =>
  fills &&
  unknownPlaceholders([text], fills)
    .slice(0, mostTold)
    .map(one => toldUnknown(one))
    .join(' ')
