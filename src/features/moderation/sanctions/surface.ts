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

/** @param now Unix ms */
export const onPage = (now: number): Surface => ({
  name: name => name,
  moment: ms => (ms > now ? `in ${formatDuration(ms - now)}` : 'now'),
})
