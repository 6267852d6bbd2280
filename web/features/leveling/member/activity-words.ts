import type { ActivityDay } from '#features/leveling/earning/contract.ts'
import { countedDayText } from '#web/app/dates.ts'
import { durationText } from '#web/app/durations.ts'
import { formatCount, formatNumber } from '#web/ui/numbers.ts'

export type Kind = 'xp' | 'messages' | 'voice'
type Done = NonNullable<ActivityDay['done']>

/** The kinds of activity: name, amount per day (time in ms), and how to write an amount. */
export const kinds = {
  xp: { label: 'XP', of: ({ xp }: Done) => xp, text: (sum: number) => `${formatNumber(sum)} XP` },
  messages: {
    label: 'Messages',
    of: ({ messages }: Done) => messages,
    text: (sum: number) => formatCount(sum, 'message'),
  },
  voice: {
    label: 'Voice',
    of: ({ voiceSeconds }: Done) => voiceSeconds * 1000,
    text: (sum: number) => (sum === 0 ? 'No time in voice channels' : `${durationText(sum)} in voice channels`),
  },
} as const satisfies Record<Kind, unknown>

/** The text for how long somebody was in voice channels on one day. */
export const talkedText = (ms: number): string => (ms === 0 ? 'none' : durationText(ms))

/** The amount of each day; null if it was not counted. */
export const valuesOf = (days: readonly ActivityDay[], kind: Kind): (number | null)[] =>
  days.map(({ done }) => done && kinds[kind].of(done))

/** Which of the days were not counted, so that they are not mistaken for quiet ones; undefined if all were. */
export function uncountedText(days: readonly ActivityDay[]): string | undefined {
  const missing = days.filter(({ done }) => done === null).length
  if (missing === 0) return undefined
  const first = days.findIndex(({ done }) => done !== null)
  const since = days[first]
  return since && first === missing
    ? `Counted since ${countedDayText(since.at)}; what happened before is not known.`
    : `${formatCount(missing, 'day')} of these ${missing === 1 ? 'was' : 'were'} not counted.`
}

/** 'Nothing in the last 30 days.' if there was nothing at all, and what is not known about these days. */
export function quietText(days: readonly ActivityDay[]): string | undefined {
  const isQuiet = days.every(
    ({ done }) => done === null || (done.xp === 0 && done.messages === 0 && done.voiceSeconds === 0),
  )
  if (!isQuiet) return undefined
  return [`Nothing in the last ${days.length} days.`, uncountedText(days)].filter(text => text !== undefined).join(' ')
}
