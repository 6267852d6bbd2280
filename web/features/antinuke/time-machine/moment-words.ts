import { momentWithin } from '#web/app/dates.ts'

/** 'less than a second', 'about 8 s', 'about 3 min', 'about 2 h'. */
export function estimateText(seconds: number): string {
  if (seconds < 1) return 'less than a second'
  if (seconds < 100) return `about ${Math.round(seconds)} s`
  return seconds < 6000 ? `about ${Math.round(seconds / 60)} min` : `about ${Math.round(seconds / 3600)} h`
}

export const thingsText = (count: number): string => (count === 1 ? '1 thing' : `${count} things`)

/** When the structure last changed, as a sentence. */
export const lastChangeText = (at: number | null, now: number): string =>
  at === null ? 'Nothing has changed yet.' : `The last change was ${momentWithin(at, now)}.`
