import { nearestDuration, parseDuration } from '#kit/duration.ts'
import { repeated } from '#kit/template.ts'
import { usageError, type Word } from './words.ts'

/** `(3d)` and `3d:` are `3d`. */
export const bareDuration = (text: string): string => /^\(?(\d[\d.,]*[a-z]+)\)?[:,]?$/.exec(text)?.[1] ?? text

/** How many words from here on make one duration: `2 days` is two. */
export function durationLength(words: readonly Word[]): number {
  const joined = (length: number) =>
    words
      .slice(0, length)
      .map(({ text }) => text)
      .join(' ')
  for (let length = Math.min(words.length, 10); length > 1; length -= 1)
    if (parseDuration(joined(length)) !== undefined) return length
  // A misspelt unit belongs to its number, so that both are refused together.
  return nearestDuration(joined(2)) === undefined ? 1 : 2
}

/** In `3 day old account` or `2 weeks ago he` a length of time belongs to what is said behind it. */
const bound =
  /^(?:(?:old|older|ago|of|late|later|early|earlier|again|since|already|straight|running|long|after|before|worth)(?![\p{L}\p{N}])|in an? row|on end|and (?:an? |half|counting))/iu

/** Whether the words behind a length of time make it a part of what they say. */
export const bindsWhatPrecedes = (words: readonly Word[]): boolean =>
  words[0]?.quoted === false &&
  bound.test(
    words
      .slice(0, 3)
      .map(({ text }) => text)
      .join(' '),
  )

/** The question whether words are the option or the reason, with both ways to write it. */
export const timeOrReason = (typed: string, name: string, compact: string) =>
  usageError(
    `Is “${repeated(typed)}” how long it lasts, or part of the reason? Write ${name}:${repeated(compact)} for the one, or put the reason in quotes for the other. Nothing was done.`,
  )

/** In `muted for 2d` or `after 3d` a length of time belongs to what was said before it. */
const linking =
  /^(?:for|after|in|within|since|of|the|last|past|every|was|is|only|just|about|around|almost|nearly|than|under|over|by|until|age|aged|joined|created|registered|made|another|next|first)$/i

/**
 * The length of time that the last words are.
 * @returns `isPlain` when nothing but how long it lasts can be meant: one word such as `3d` that no preposition binds
 */
export function durationAtEnd(
  words: readonly Word[],
): { length: number; isPlain: boolean; compact: string } | undefined {
  for (const length of [1, 2]) {
    const some = words.slice(-length)
    const text = some.map(each => each.text).join(' ')
    if (some.length < length || words.length <= length || some.some(({ quoted }) => quoted)) continue
    if (!/^\d[\d.,]*\s?[a-z]+(?:\d+[a-z]+)*$/.test(text) || parseDuration(text) === undefined) continue
    const before = words.at(-length - 1)
    const isPlain = length === 1 && !(before && !before.quoted && linking.test(before.text))
    return { length, isPlain, compact: text.replace(/\s/, '') }
  }
  return undefined
}
