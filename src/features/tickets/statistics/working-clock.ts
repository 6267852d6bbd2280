import { type Hours, spansFrom } from '../panels/hours.ts'

/** Returns how much of a period is working time (ms). */
export type WorkingClock = (from: number, to: number) => number

/** How many openings are computed before other work gets a turn. */
const atOnce = 60

/**
 * `workingMs` for many periods that lie between two moments: the openings in between are computed once, which takes
 * most of the time.
 */
export async function workingClock(
  hours: Hours,
  from: number,
  until: number,
  turns: () => Promise<void>,
): Promise<WorkingClock> {
  if (!hours.enabled) return (begin, end) => Math.max(0, end - begin)
  const spans: { opens: number; closes: number; before: number }[] = []
  let before = 0
  for (const { opens, closes } of spansFrom(hours, from, until)) {
    spans.push({ opens, closes, before })
    before += closes - opens
    if (spans.length % atOnce === 0) await turns()
  }
  /** Returns the working time until a moment, counted from the first opening (ms). */
  const passed = (at: number) => {
    let low = 0
    let high = spans.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((spans[middle]?.opens ?? 0) <= at) low = middle + 1
      else high = middle
    }
    const last = spans[low - 1]
    return last ? last.before + Math.min(at, last.closes) - last.opens : 0
  }
  return (begin, end) => Math.max(0, passed(end) - passed(begin))
}
