import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const selector = 'fe0f'

/** The file of Twemoji's picture: code points, the emoji selector only where a joiner needs it. Source: Twemoji's `toCodePoint`. */
export function emojiFile(emoji: string): string {
  const points = [...emoji].map(character => (character.codePointAt(0) ?? 0).toString(16))
  const joined = points.includes('200d')
  return `${points.filter(point => joined || point !== selector).join('-')}.svg`
}

/** Twemoji's picture, as in Discord's own clients; undefined for an emoji that is newer than it. */
export async function emojiPicture(emoji: string): Promise<Buffer | undefined> {
  const folder = dirname(createRequire(import.meta.url).resolve('@twemoji/svg/package.json'))
  try {
    return await readFile(join(folder, emojiFile(emoji)))
  } catch {
    return undefined
  }
}
