import type { DrillResult } from '#features/antinuke/drill/contract.ts'

/** From when on (ms) how many things are lost. */
export type LossCount = readonly [at: number, count: number]

/** How many things are lost over time, as simulated and without anybody who stops the attack. */
export interface LossesOverTime {
  end: number
  most: number
  guarded: readonly LossCount[]
  without: readonly LossCount[]
}

/** @param rate actions per second */
export function lossesOverTime(
  { gone, back, attempts, verifiedAt }: Pick<DrillResult, 'gone' | 'back' | 'attempts' | 'verifiedAt'>,
  rate: number,
): LossesOverTime {
  const end = Math.max(verifiedAt ?? 0, gone.at(-1) ?? 0, 1000)
  const without = Array.from(
    { length: Math.min(attempts, Math.floor((end * rate) / 1000) + 1) },
    (_, n): LossCount => [(n * 1000) / rate, n + 1],
  )
  const changes = [...gone.map(at => ({ at, by: 1 })), ...back.map(at => ({ at, by: -1 }))]
  const guarded: LossCount[] = []
  for (const { at, by } of changes.toSorted((a, b) => a.at - b.at)) guarded.push([at, (guarded.at(-1)?.[1] ?? 0) + by])
  return { end, most: Math.max(without.length, gone.length, 1), guarded, without }
}

/** The coordinates of a time (ms) and a count in a chart. */
export interface Drawn {
  x(at: number): number
  y(count: number): number
}

/** The SVG path of a step line through the times at which a count changes, up to the end of the chart. */
export function stepsThrough(points: readonly LossCount[], end: number, { x, y }: Drawn): string {
  const path = points.filter(([at]) => at <= end).map(([at, count]) => `H${x(at).toFixed(1)}V${y(count).toFixed(1)}`)
  return `M${x(0).toFixed(1)} ${y(0).toFixed(1)}${path.join('')}H${x(end).toFixed(1)}`
}

/** How many things are lost at a time (ms). */
export const lossesAt = (points: readonly LossCount[], moment: number): number =>
  points.findLast(([at]) => at <= moment)?.[1] ?? 0
