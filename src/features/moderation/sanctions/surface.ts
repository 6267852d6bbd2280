import { formatDuration } from '#kit/duration.ts'
import { inert } from '#kit/template.ts'
import { relative } from '../template.ts'

/** Where a reply is read: Discord renders formatting, a page shows plain text. */
export interface Surface {
  /** Formats the target's name. */
  name(name: string): string
  /** Formats a time in the future (Unix ms) for the end of a sentence: 'in 2 hours'. */
  moment(ms: number): string
}

export const inChat: Surface = { name: name => `**${inert(name)}**`, moment: relative }

const minuteMs = 60_000

/** Rounds up to minutes. Replying takes a moment: a week must not be shown as six days and 23 hours. */
const inWholeMinutes = (left: number) => (left > minuteMs ? Math.ceil(left / minuteMs) * minuteMs : left)

/** @param now Unix ms */
export const onPage = (now: number): Surface => ({
  name: name => name,
  moment: ms => (ms > now ? `in ${formatDuration(inWholeMinutes(ms - now))}` : 'now'),
})
