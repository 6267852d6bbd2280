import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const selector = 'fe0f'

/**
 * The name of Twemoji's file for an emoji: its code points, with the emoji selector only in joined emoji. Source:
 * Twemoji's `toCodePoint`.
 */
export function emojiFile(emoji: string): string {
  const points = [...emoji].map(character => (character.codePointAt(0) ?? 0).toString(16))
  const joined = points.includes('200d')
  return `${points.filter(point => joined || point !== selector).join('-')}.svg`
}

/**
 * Twemoji's image, as in Discord's own clients; undefined for an emoji that this version of Twemoji does not have yet.
 */
export const emojiPicture = (emoji: string): Promise<Buffer | undefined> => namedPicture(emojiFile(emoji))

/** The image with this file name: '1f44b.svg'. Undefined if Twemoji has none, or if it is not a valid name. */
export async function namedPicture(file: string): Promise<Buffer | undefined> {
  if (!/^[\da-f]+(-[\da-f]+)*\.svg$/.test(file)) return undefined
  const folder = dirname(createRequire(import.meta.url).resolve('@twemoji/svg/package.json'))
  return readFile(join(folder, file)).catch(() => undefined)
}
