/** The marks of an axis, in equal steps. */
export interface Axis {
  /** The first mark; zero by default. */
  from?: number
  step: number
  top: number
}

const counts = [1, 2, 3, 4, 5, 10, 15, 20, 25, 50]

/** An axis for counts, in two steps: '0', '4', '8'. */
export function countAxis(most: number): Axis {
  const tens = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, most))) - 1)
  const step = counts.map(count => count * tens).find(count => 2 * count >= most) ?? Math.ceil(most / 2)
  return { step, top: 2 * step }
}

/** At most this many steps, on an axis with room for them. */
const mostSteps = 5

/** An axis for counts between two values, in up to five round steps: '12,000', '12,100', ... '12,500'. */
export function roundAxis(least: number, most: number): Required<Axis> {
  for (let tens = 1; ; tens *= 10) {
    for (const step of [1, 2, 5].map(count => count * tens)) {
      const from = Math.floor(least / step) * step
      const top = Math.max(Math.ceil(most / step) * step, from + step)
      if (top - from <= mostSteps * step) return { from, step, top }
    }
  }
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const lengths = [
  ...[1, 2, 5, 10, 15, 30].map(n => n * minute),
  ...[1, 2, 3, 6, 12].map(n => n * hour),
  ...[1, 2, 3, 5, 10, 15, 30, 60, 180, 365].map(n => n * day),
]

/** An axis for durations in ms: '0 min', '30 min', '60 min'. */
export function timeAxis(most: number): Axis {
  const step = lengths.find(length => 2 * length >= most) ?? Math.ceil(most / 2 / day) * day
  return { step, top: 2 * step }
}

/** A mark of {@link timeAxis}, in the unit of its steps. */
export function timeMark(value: number, { step }: Axis): string {
  const [ms, unit] = step < hour ? [minute, 'min'] : step < day ? [hour, 'h'] : [day, 'd']
  return `${Math.round(value / ms)} ${unit}`
}

/** The position of one of `count` items between the first and the last, 0 to 1; 0.5 if it is the only one. */
export const placeOf = (index: number, count: number): number => (count < 2 ? 0.5 : index / (count - 1))
