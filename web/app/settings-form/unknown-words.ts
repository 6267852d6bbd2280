import { toldUnknown, unknownPlaceholders } from '#kit/unknown-placeholders.ts'

/** Of many, these are told; the others follow once they are mended. */
const mostTold = 3

/**
 * What is told beside a text whose placeholders are filled: which of its words in braces are none.
 * @param fills the names of what is filled, without braces; undefined where nothing is
 * @returns empty where all are known, undefined where nothing is filled
 */
export const unknownWords = (text: string, fills: readonly string[] | undefined): string | undefined =>
  fills &&
  unknownPlaceholders([text], fills)
    .slice(0, mostTold)
    .map(one => toldUnknown(one))
    .join(' ')
