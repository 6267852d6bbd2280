import type { RestoreChoice, ShownDifference, ShownGroup } from '#features/antinuke/time-machine/contract.ts'

/** What is checked: a thing that was created or deleted, or a single setting of one that was changed. */
export type Ticks = ReadonlySet<string>

const whole = ''
const tickOf = ({ kind, id }: ShownDifference, field: string) => JSON.stringify([kind, id, field])

/** The keys of a difference's checkboxes; none if it cannot be chosen. */
export const ticksOf = (one: ShownDifference): string[] =>
  one.stays !== null ? [] : one.what === 'changed' ? one.fields.map(field => tickOf(one, field)) : [tickOf(one, whole)]

/** The key of a single setting's checkbox. */
export const fieldTick = (one: ShownDifference, field: string): string => tickOf(one, field)

export const allTicks = (groups: readonly ShownGroup[]): string[] =>
  groups.flatMap(({ differences }) => differences.flatMap(ticksOf))

/** Checks all of them, or unchecks them if all are checked. */
export function toggled(chosen: Ticks, ticks: readonly string[]): Ticks {
  const isOn = ticks.every(tick => chosen.has(tick))
  const next = new Set(chosen)
  for (const tick of ticks)
    if (isOn) next.delete(tick)
    else next.add(tick)
  return next
}

export function stateOf(chosen: Ticks, ticks: readonly string[]): boolean | 'mixed' {
  const on = ticks.filter(tick => chosen.has(tick)).length
  return on === 0 ? false : on === ticks.length ? true : 'mixed'
}

/** The request's choices: one entry per thing, in the order of the list. */
export function choicesOf(groups: readonly ShownGroup[], chosen: Ticks): RestoreChoice[] {
  return groups.flatMap(({ differences }) =>
    differences.flatMap((one): RestoreChoice[] => {
      const { kind, id, what, fields } = one
      if (!ticksOf(one).some(tick => chosen.has(tick))) return []
      if (what !== 'changed') return [{ kind, id }]
      return [{ kind, id, fields: fields.filter(field => chosen.has(tickOf(one, field))) }]
    }),
  )
}
