import type { Conflict } from '#contract'
import { type Panel, type PanelDesign, panelDesign } from '#features/tickets/panels/contract.ts'
import { toldPanel } from '#features/tickets/panels/field-labels/contract.ts'
import { drawing } from '#web/app/settings-form/binding.ts'

type Author = Conflict['fields'][number]['by']
type Key = keyof PanelDesign

const keys = Object.keys(panelDesign.shape) as Key[]

/** How a panel's field is shown, by its key. */
export const drawingOf = (key: string) => drawing(key, toldPanel.shape[key as Key])

/** What can be edited of a panel, without what the server adds. */
export const designOf = (panel: Panel): PanelDesign =>
  panelDesign.parse(Object.fromEntries(keys.map(key => [key, panel[key]])))

/** Of values that the same schema has parsed: their keys stand in one order. */
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export const isSameDesign = (one: PanelDesign, other: PanelDesign): boolean =>
  keys.every(key => same(one[key], other[key]))

interface Sides {
  /** As both have loaded it. */
  was: PanelDesign
  yours: PanelDesign
  theirs: PanelDesign
}

/** What two people made of one panel: each field as whoever changed it has it; `yours` where both have. */
export function mergePanels({ was, yours, theirs }: Sides): {
  merged: PanelDesign
  /** Fields that both changed, and not alike. */
  both: Key[]
  /** Fields that only the other one changed. */
  only: Key[]
} {
  const changed = (side: PanelDesign) => keys.filter(key => !same(side[key], was[key]))
  const [mine, others] = [changed(yours), changed(theirs)]
  return {
    merged: { ...theirs, ...Object.fromEntries(mine.map(key => [key, yours[key]])) },
    both: mine.filter(key => others.includes(key) && !same(yours[key], theirs[key])),
    only: others.filter(key => !mine.includes(key)),
  }
}

/**
 * What is to be chosen between two people's panels, and what is joined without asking.
 * @param at when the other one saved, Unix ms
 */
export function conflictOf(sides: Sides, by: Author, at: number, revision: number): Conflict {
  const { both, only } = mergePanels(sides)
  const { was, yours, theirs } = sides
  const label = (key: Key) => drawingOf(key).label
  const mine = keys.filter(key => !same(yours[key], was[key]) && !both.includes(key))
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
