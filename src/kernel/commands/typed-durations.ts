import { inDigits, nearestDuration, parseDuration } from '#kit/duration.ts'
import { safeEcho } from '#kit/template.ts'
import { type TypedWord, usageError, withoutPunctuation } from './words.ts'

/** Returns `(3d)`, `3d:` and `3 days,` without the punctuation around them. */
export function bareDuration(text: string): string {
  const bare = withoutPunctuation(text)
  return /^\(?(\d[\d.,]*[a-z]+)\)?$/.exec(bare)?.[1] ?? (parseDuration(bare) === undefined ? text : bare)
}

/** How many of the first words make up one duration: for `2 days` two. */
export function durationLength(words: readonly TypedWord[]): number {
  const joined = (length: number) =>
    words
      .slice(0, length)
      .map(({ text }) => text)
      .join(' ')
  for (let length = Math.min(words.length, 10); length > 1; length -= 1)
    if (parseDuration(bareDuration(joined(length))) !== undefined) return length
  // A misspelled unit belongs to its number, so that both are refused together.
  return nearestDuration(joined(2)) === undefined ? 1 : 2
}

/** Whether the words begin with a duration whose number is a word: `half an hour`. */
export const isSpelledOut = (words: readonly TypedWord[]): boolean =>
  words[0]?.quoted === false && /^[a-z]+$/i.test(words[0].text) && durationLength(words) > 1

/** Words that tie a duration to what follows: `3 day old account`, `2 weeks ago he`. */
const bound =
  /^(?:(?:old|older|ago|of|late|later|early|earlier|again|since|already|straight|running|long|after|before|worth)(?![\p{L}\p{N}])|in an? row|on end|and (?:an? |half|counting))/iu

const spoken = (words: readonly TypedWord[]) => words.map(({ text }) => text).join(' ')

/**
 * Decides whether a duration followed by more words is ambiguous: when the next words tie it to what they say, when a
 * number follows as in `1 hour 30 for spam`, or when its own number is a word as in `one day he will`.
 * @returns the words in question, and the unambiguous way to write the duration; undefined when it is clear
 */
export function inQuestion(
  length: readonly TypedWord[],
  following: readonly TypedWord[],
): { typed: string; compact: string } | undefined {
  const [next] = following
  const typed = spoken(length)
  const compact = inDigits(typed).replaceAll(/\s/g, '')
  if (!next || next.quoted) return undefined
  if (/^[0-5]?\d$/.test(next.text) && /\dh(?:rs?|ours?)?$/.test(compact))
    return { typed: `${typed} ${next.text}`, compact: `${compact}${next.text}m` }
  const isOpen = /^[a-z]/i.test(typed) && !/^for$/i.test(next.text)
  return isOpen || bound.test(spoken(following.slice(0, 3))) ? { typed, compact } : undefined
}

/** The question whether words are the option or the reason, with both ways to write it. */
export const timeOrReason = (typed: string, name: string, compact: string) =>
  usageError(
    `Is “${safeEcho(typed)}” how long it lasts, or part of the reason? Write ${name}:${safeEcho(compact)} for the one, or put the reason in quotes for the other. Nothing was done.`,
  )

/** Words that tie a duration to what comes before it: `muted for 2d`, `after 3d`. */
const linking =
  /^(?:for|after|in|within|since|of|the|last|past|every|was|is|only|just|about|around|almost|nearly|than|under|over|by|until|age|aged|joined|created|registered|made|another|next|first)$/i

/** Words before `a day` that make it a rate: `5 times a day`. */
const rated = /^(?:times|once|twice|such|what|quite|many)$/i

/**
 * The duration at the end of the words.
 * @returns `isPlain` when it can only mean how long something lasts: one word such as `3d` with no preposition before
 * it
 */
export function durationAtEnd(
  words: readonly TypedWord[],
): { length: number; isPlain: boolean; compact: string } | undefined {
  for (const length of [6, 5, 4, 3, 2, 1]) {
    const some = words.slice(-length)
    const text = some.map(each => each.text).join(' ')
    if (some.length < length || words.length <= length || some.some(({ quoted }) => quoted)) continue
    if (text !== text.toLowerCase() || parseDuration(text) === undefined) continue
    const before = words.at(-length - 1)
    if (/^an?\b/.test(text) && before && rated.test(before.text)) continue
    const isPlain = length === 1 && !(before && !before.quoted && linking.test(before.text))
    return { length, isPlain, compact: inDigits(text).replaceAll(/\s/g, '') }
  }
  return undefined
}
