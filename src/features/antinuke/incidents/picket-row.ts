import type { IncidentLane } from './table.ts'
import { mostPickets, picketMs, type ShownIncident } from './contract.ts'

type Picket = ShownIncident['strip'][number]

const tones: Record<IncidentLane, Picket> = {
  attack: 'attack',
  stop: 'stop',
  restore: 'repair',
  settings: 'repair',
  verify: 'repair',
}
/** Which one shows where several things happened in one picket: damage is never hidden. */
const rank: readonly Picket[] = ['idle', 'repair', 'stop', 'attack']

/**
 * Draws an incident as a row of pickets, one for every {@link picketMs}, or for a longer time where the incident took
 * longer.
 * @param marks in any order; `at` in Unix ms
 */
export function picketRowOf(marks: readonly { at: number; lane: IncidentLane }[]): Picket[] {
  const times = marks.map(({ at }) => at)
  const first = times.reduce((least, at) => Math.min(least, at), Infinity)
  const span = times.reduce((most, at) => Math.max(most, at - first), 0)
  const step = Math.max(picketMs, Math.ceil((span + 1) / mostPickets))
  const row = Array.from({ length: marks.length === 0 ? 0 : Math.floor(span / step) + 1 }, (): Picket => 'idle')
  for (const { at, lane } of marks) {
    const place = Math.floor((at - first) / step)
    const tone = tones[lane]
    if (rank.indexOf(tone) > rank.indexOf(row[place] ?? 'idle')) row[place] = tone
  }
  return row
}
