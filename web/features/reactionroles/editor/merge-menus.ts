import type { Conflict } from '#contract'
import { type Menu, type MenuDesign, menuDesign } from '#features/reactionroles/menus/contract.ts'
import { toldMenu } from '#features/reactionroles/menus/field-labels/contract.ts'
import { drawing } from '#web/app/settings-form/binding.ts'

type Author = Conflict['fields'][number]['by']
type Key = keyof MenuDesign

const keys = Object.keys(menuDesign.shape) as Key[]

/** How a menu's field is shown, by its key. */
export const drawingOf = (key: string) => drawing(key, toldMenu.shape[key as Key])

/** What can be edited of a menu, without what the server adds. */
export const designOf = (menu: Menu): MenuDesign =>
  menuDesign.parse(Object.fromEntries(keys.map(key => [key, menu[key]])))

/** Of values that the same schema has parsed: their keys stand in one order. */
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export const changedKeys = (one: MenuDesign, other: MenuDesign): Key[] =>
  keys.filter(key => !same(one[key], other[key]))

interface Sides {
  /** As both have loaded it. */
  was: MenuDesign
  yours: MenuDesign
  theirs: MenuDesign
}

/** What two people made of one menu: each field as whoever changed it has it; `yours` where both have. */
export function mergeMenus({ was, yours, theirs }: Sides): { merged: MenuDesign; both: Key[]; only: Key[] } {
  const mine = changedKeys(yours, was)
  const others = changedKeys(theirs, was)
  return {
    merged: { ...theirs, ...Object.fromEntries(mine.map(key => [key, yours[key]])) },
    both: mine.filter(key => others.includes(key) && !same(yours[key], theirs[key])),
    only: others.filter(key => !mine.includes(key)),
  }
}

/**
 * What is to be chosen between two people's menus, and what is joined without asking.
 * @param at when the other one saved, Unix ms
 */
export function conflictOf(sides: Sides, by: Author, at: number, revision: number): Conflict {
  const { both, only } = mergeMenus(sides)
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
