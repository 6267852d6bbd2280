import type { Movement } from '#features/statistics/contract.ts'

type Day = Movement['days'][number]
type Counted = NonNullable<Day['counted']>

/** Fewer days say nothing about how a server develops. */
const fewestDays = 3
const dayMs = 86_400_000

export const countedOf = (days: readonly Day[]): Counted[] => days.flatMap(({ counted }) => counted ?? [])

/** When there will be enough days for charts (Unix ms); undefined if there already are. */
export function beginsAt(days: readonly Day[]): number | undefined {
  const missing = fewestDays - countedOf(days).length
  const today = days.at(-1)
  if (missing <= 0 || !today) return undefined
  return today.at + (today.counted ? missing : missing - 1) * dayMs
}

/** The first day that was counted (Unix ms), or today. */
export const countedSince = (days: readonly Day[]): number =>
  (days.find(({ counted }) => counted) ?? days.at(-1))?.at ?? 0

/** The values of every day; null if it was not counted. */
export const series = (days: readonly Day[], of: Exclude<keyof Counted, 'members'>): (number | null)[] =>
  days.map(({ counted }) => counted?.[of] ?? null)

export const membersOf = (days: readonly Day[]): (number | null)[] =>
  days.map(({ counted }) => counted?.members ?? null)

export const sumOf = (values: readonly (number | null)[]): number =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

/** The latest value, and its difference from the first known one. */
export function change(values: readonly (number | null)[]): { last: number; by: number } | undefined {
  const known = values.filter(value => value !== null)
  const [first] = known
  const last = known.at(-1)
  return first === undefined || last === undefined ? undefined : { last, by: last - first }
}
