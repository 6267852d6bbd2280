import { formatDuration } from '#kit/duration.ts'
import { inert } from '#kit/template.ts'
import { relative } from '../template.ts'

/** Where an answer is read: Discord draws marks, a page shows texts as they are. */
export interface Surface {
  /** Who something was done to. */
  name(name: string): string
  /** A moment to come (Unix ms), as the end of a sentence: 'in 2 hours'. */
  moment(ms: number): string
}

export const inChat: Surface = { name: name => `**${inert(name)}**`, moment: relative }

const minuteMs = 60_000

/** Telling them takes a moment: what was ordered for a week does not end in six days and 23 hours. */
const inWholeMinutes = (left: number) => (left > minuteMs ? Math.ceil(left / minuteMs) * minuteMs : left)

/** @param now Unix ms */
export const onPage = (now: number): Surface => ({
  name: name => name,
  moment: ms => (ms > now ? `in ${formatDuration(inWholeMinutes(ms - now))}` : 'now'),
})
