import type { Conflict } from '#contract'
import { type Automation, type Design, design as designSchema } from '#features/automations/design/contract.ts'
import { toldAutomation } from '#features/automations/design/field-labels/contract.ts'
import { drawing } from '#web/app/settings-form/binding.ts'

type Author = Conflict['fields'][number]['by']
type Key = keyof Design

const keys = Object.keys(designSchema.shape) as Key[]

/** How a field is shown, by its key. */
export const drawingOf = (key: string) => drawing(key, toldAutomation.shape[key as Key])

/** What can be edited of an automation, without what the server adds. */
export const designOf = (automation: Automation): Design =>
  designSchema.parse(Object.fromEntries(keys.map(key => [key, automation[key]])))

/** Of values that the same schema has parsed: their keys stand in one order. */
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export const changedKeys = (one: Design, other: Design): Key[] => keys.filter(key => !same(one[key], other[key]))

interface Sides {
  /** As both have loaded it. */
  was: Design
  yours: Design
  theirs: Design
}

/** What two people made of one automation: each field as whoever changed it has it; `yours` where both have. */
export function merged({ was, yours, theirs }: Sides): { design: Design; both: Key[]; only: Key[] } {
  const mine = changedKeys(yours, was)
  const others = changedKeys(theirs, was)
  return {
    design: { ...theirs, ...Object.fromEntries(mine.map(key => [key, yours[key]])) },
    both: mine.filter(key => others.includes(key) && !same(yours[key], theirs[key])),
    only: others.filter(key => !mine.includes(key)),
  }
}

/** What is to be chosen between two people's automations. @param at when the other one saved, Unix ms */
export function conflictOf(sides: Sides, by: Author, at: number, revision: number): Conflict {
  const { both, only } = merged(sides)
  const { was, yours, theirs } = sides
  const label = (key: Key) => drawingOf(key).label
  const mine = changedKeys(yours, was).filter(key => !both.includes(key))
  return {
    revision,
    fields: both.map(key => ({
      key,
      label: label(key),
      by,
      at,
      was: was[key],
      theirs: theirs[key],
      yours: yours[key],
    })),
    joined: [
      ...only.map(key => ({ key, label: label(key), by, was: was[key], becomes: theirs[key] })),
      ...mine.map(key => ({ key, label: label(key), by: null, was: was[key], becomes: yours[key] })),
    ],
  }
}
