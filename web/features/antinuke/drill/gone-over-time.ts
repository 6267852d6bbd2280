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

/** Where a chart draws a moment (ms) and a count. */
export interface Drawn {
  x(at: number): number
  y(count: number): number
}

/** A line of steps through moments at which a count changes, up to the end of the chart, as SVG has it. */
export function stepsThrough(points: readonly Gone[], end: number, { x, y }: Drawn): string {
  const path = points.filter(([at]) => at <= end).map(([at, count]) => `H${x(at).toFixed(1)}V${y(count).toFixed(1)}`)
  return `M${x(0).toFixed(1)} ${y(0).toFixed(1)}${path.join('')}H${x(end).toFixed(1)}`
}

/** How many are gone at a moment (ms). */
export const goneAt = (points: readonly Gone[], moment: number): number =>
  points.findLast(([at]) => at <= moment)?.[1] ?? 0
