import type { z } from 'zod'
import { type Conflict, titleOf } from '#contract'
import { drawing } from './binding.ts'

type Author = Conflict['fields'][number]['by']

/** The other author of a conflict, if the server does not say who it was. */
export const nobody: Author = { userId: null, name: 'Somebody else', avatarURL: null, via: 'dashboard' }

interface Sides<D> {
  /** The version both started from. */
  was: D
  yours: D
  theirs: D
}

/** How two people's versions of one kind of thing are compared and merged. */
export interface Merging<D> {
  /** How a field is displayed, by its key. */
  drawingOf(key: string): ReturnType<typeof drawing>
  /** The schema of a field with its label, by its key. */
  schemaOf(key: string): z.ZodType
  changedKeys(one: D, other: D): (keyof D & string)[]
  isSame(one: D, other: D): boolean
  /** The editable part of it, without what the server adds. */
  designOf(shown: D): D
  /** The merged version: each field as the person who changed it has it; `yours` if both did. */
  merge(sides: Sides<D>): {
    merged: D
    /** Fields that both changed differently. */
    both: (keyof D & string)[]
    /** Fields that only the other person changed. */
    only: (keyof D & string)[]
  }
  /** The fields to choose between, and those merged without asking. @param at when the other person saved, Unix ms */
  conflictOf(sides: Sides<D>, by: Author, at: number, revision: number): Conflict
}

/** For values parsed by the same schema, whose keys are in the same order. */
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Compares and merges two people's versions of one thing (a menu, a panel, an answer) field by field.
 * @param schema the editable fields
 * @param told the same fields with their labels
 */
export function mergingOf<S extends z.ZodObject>(schema: S, told: z.ZodObject): Merging<z.output<S>> {
  type Design = z.output<S>
  type Key = keyof Design & string
  const keys = Object.keys(schema.shape) as Key[]

  const schemaOf = (key: string): z.ZodType => (told.shape as Record<string, z.ZodType>)[key] ?? schema

  const drawingOf = (key: string) => {
    const field = schemaOf(key)
    // A list has no control, but it has a title.
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
    schemaOf,
    changedKeys,
    isSame: (one: Design, other: Design) => changedKeys(one, other).length === 0,
    designOf: (shown: Design): Design => schema.parse(Object.fromEntries(keys.map(key => [key, shown[key]]))),
    merge,
    conflictOf,
  }
}
