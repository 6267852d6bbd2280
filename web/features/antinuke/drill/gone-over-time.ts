import type { DrillResult } from '#features/antinuke/drill/contract.ts'

/** How many are gone from a moment on (ms). */
export type Gone = readonly [at: number, count: number]

/** How many are gone over time, as it was and as it would be without anybody who stops it. */
export interface GoneOverTime {
  end: number
  most: number
  guarded: readonly Gone[]
  without: readonly Gone[]
}

/** @param rate actions in a second */
export function goneOverTime(
  { gone, back, attempts, verifiedAt }: Pick<DrillResult, 'gone' | 'back' | 'attempts' | 'verifiedAt'>,
  rate: number,
): GoneOverTime {
  const end = Math.max(verifiedAt ?? 0, gone.at(-1) ?? 0, 1000)
  const without = Array.from(
    { length: Math.min(attempts, Math.floor((end * rate) / 1000) + 1) },
    (_, n): Gone => [(n * 1000) / rate, n + 1],
  )
  const changes = [...gone.map(at => ({ at, by: 1 })), ...back.map(at => ({ at, by: -1 }))]
  const guarded: Gone[] = []
  for (const { at, by } of changes.toSorted((a, b) => a.at - b.at)) guarded.push([at, (guarded.at(-1)?.[1] ?? 0) + by])
  return { end, most: Math.max(without.length, gone.length, 1), guarded, without }
}

/** Of the chart, in its own units. */
export const chartSize = [640, 160] as const
const [width, height] = chartSize

/** A line of steps through moments at which a count changes, as SVG has it. */
export function stepsThrough(points: readonly Gone[], end: number, most: number): string {
  const x = (at: number) => ((Math.min(at, end) / end) * width).toFixed(1)
  const y = (count: number) => (height - (count / most) * height).toFixed(1)
  const path = points.filter(([at]) => at <= end).map(([at, count]) => `H${x(at)}V${y(count)}`)
  return `M0 ${y(0)}${path.join('')}H${width}`
}
