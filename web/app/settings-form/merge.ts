import type { z } from 'zod'
import { type Conflict, titleOf } from '#contract'
import { drawing } from './binding.ts'

type Author = Conflict['fields'][number]['by']

/** Whom a conflict is with where the server does not say. */
export const nobody: Author = { userId: null, name: 'Somebody else', avatarURL: null, via: 'dashboard' }

interface Sides<D> {
  /** As both have loaded it. */
  was: D
  yours: D
  theirs: D
}

/** How two people's versions of one kind of thing are told apart and joined. */
export interface Merging<D> {
  /** How a field is shown, by its key. */
  drawingOf(key: string): ReturnType<typeof drawing>
  changedKeys(one: D, other: D): (keyof D & string)[]
  isSame(one: D, other: D): boolean
  /** What can be edited of it, without what the server adds. */
  designOf(shown: D): D
  /** What two people made of it: each field as whoever changed it has it; `yours` where both have. */
  merge(sides: Sides<D>): {
    merged: D
    /** Fields that both changed, and not alike. */
    both: (keyof D & string)[]
    /** Fields that only the other one changed. */
    only: (keyof D & string)[]
  }
  /**
   * What is to be chosen between the two, and what is joined without asking.
   * @param at when the other one saved, Unix ms
   */
  conflictOf(sides: Sides<D>, by: Author, at: number, revision: number): Conflict
}

/** Of values that the same schema has parsed: their keys stand in one order. */
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * How two people's versions of one thing are told apart and joined, field by field: of a menu, a panel, an answer.
 * @param schema what can be edited of it @param told the same fields with the words for them
 */
export function mergingOf<S extends z.ZodObject>(schema: S, told: z.ZodObject): Merging<z.output<S>> {
  type Design = z.output<S>
  type Key = keyof Design & string
  const keys = Object.keys(schema.shape) as Key[]

  const drawingOf = (key: string) => {
    const field = (told.shape as Record<string, z.ZodType>)[key] ?? schema
    // A list has no control, and a title all the same.
    return drawing(titleOf(field) ?? key, field)
  }

  const changedKeys = (one: Design, other: Design): Key[] => keys.filter(key => !same(one[key], other[key]))

  function merge({ was, yours, theirs }: Sides<Design>) {
    const [mine, others] = [changedKeys(yours, was), changedKeys(theirs, was)]
    return {
      merged: { ...theirs, ...Object.fromEntries(mine.map(key => [key, yours[key]])) },
      both: mine.filter(key => others.includes(key) && !same(yours[key], theirs[key])),
      only: others.filter(key => !mine.includes(key)),
    }
  }

  function conflictOf(sides: Sides<Design>, by: Author, at: number, revision: number): Conflict {
    const { both, only } = merge(sides)
    const { was, yours, theirs } = sides
    const named = (key: Key) => ({ key, label: drawingOf(key).label })
    const mine = changedKeys(yours, was).filter(key => !both.includes(key))
    return {
      revision,
      fields: both.map(key => ({ ...named(key), by, at, was: was[key], theirs: theirs[key], yours: yours[key] })),
      joined: [
        ...only.map(key => ({ ...named(key), by, was: was[key], becomes: theirs[key] })),
        ...mine.map(key => ({ ...named(key), by: null, was: was[key], becomes: yours[key] })),
      ],
    }
  }

  return {
    drawingOf,
    changedKeys,
    isSame: (one: Design, other: Design) => changedKeys(one, other).length === 0,
    designOf: (shown: Design): Design => schema.parse(Object.fromEntries(keys.map(key => [key, shown[key]]))),
    merge,
    conflictOf,
  }
}
