import type { z } from 'zod'
import { layersOf } from './field.ts'

/** Names for the ids in an entry of a list, and a format for its dates. */
export interface EntryNames {
  channel(id: string): string
  role(id: string): string
  member(id: string): string
  /** @param name as in its contract */
  feature(name: string): string
  /** @param at Unix ms @returns '29 Nov 2026' */
  date(at: number): string
}

type EntryOf<S extends z.ZodType> =
  z.output<S> extends readonly (infer E)[]
    ? E
    : z.output<S> extends Record<string, infer V>
      ? { name: string; value: V }
      : never

type Tell = (entry: unknown, names: EntryNames) => string

const told = new WeakMap<z.ZodType, Tell>()

/**
 * Declares how an entry of a list of objects, or of a record, is described to people, for example in the history:
 * `entriesDescribedAs(z.array(reward), ({ level, roleId }, names) => `Level ${level}: ${names.role(roleId)}`)`. Pass the finished
 * list: `.refine` and `.meta` return a new schema, which this would not know.
 */
export function entriesDescribedAs<S extends z.ZodType>(
  list: S,
  tell: (entry: EntryOf<S>, names: EntryNames) => string,
): S {
  // Entries are always parsed with this schema before they are described.
  told.set(list, tell as Tell)
  return list
}

const wholes = new WeakMap<z.ZodType, (value: unknown) => string>()

/** Declares how a setting with several fields is described as a whole: `describedAs(picture, ({ name }) => name)`. */
export function describedAs<S extends z.ZodType>(schema: S, tell: (value: NonNullable<z.output<S>>) => string): S {
  // Only values of this schema are stored for its setting.
  wholes.set(schema, tell as (value: unknown) => string)
  return schema
}

/** Returns the function that describes the whole setting; undefined if none was declared. */
export function valueDescriberOf(schema: z.ZodType): ((value: unknown) => string) | undefined {
  for (const layer of layersOf(schema)) {
    const tell = wholes.get(layer)
    if (tell) return tell
  }
  return undefined
}

/** Returns the function that describes an entry; undefined if none was declared. */
export function entryDescriberOf(list: z.ZodType): Tell | undefined {
  for (const layer of layersOf(list)) {
    const tell = told.get(layer)
    if (tell) return tell
  }
  return undefined
}
