import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const selector = 'fe0f'

/**
 * The file of Twemoji's picture: code points, the emoji selector only where a joiner needs it. Source: Twemoji's
 * `toCodePoint`.
 */
export function emojiFile(emoji: string): string {
  const points = [...emoji].map(character => (character.codePointAt(0) ?? 0).toString(16))
  const joined = points.includes('200d')
  return `${points.filter(point => joined || point !== selector).join('-')}.svg`
}

/** Twemoji's picture, as in Discord's own clients; undefined for an emoji that is newer than it. */
export const emojiPicture = (emoji: string): Promise<Buffer | undefined> => namedPicture(emojiFile(emoji))

/** The picture of a file's name: '1f44b.svg'. Undefined where Twemoji has none, and for what is no such name. */
export async function namedPicture(file: string): Promise<Buffer | undefined> {
  if (!/^[\da-f]+(-[\da-f]+)*\.svg$/.test(file)) return undefined
  const folder = dirname(createRequire(import.meta.url).resolve('@twemoji/svg/package.json'))
  return readFile(join(folder, file)).catch(() => undefined)
}
