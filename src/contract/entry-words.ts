import type { z } from 'zod'
import { layersOf } from './field.ts'

/** What people call the things that an entry of a list holds as ids, and when something is. */
export interface EntryNames {
  channel(id: string): string
  role(id: string): string
  member(id: string): string
  /** By the name in its contract. */
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
 * Says how an entry of a list of objects, or of a record, is told to people, such as in the history:
 * `listedAs(z.array(reward), ({ level, roleId }, names) => `Level ${level}: ${names.role(roleId)}`)`.
 * Give it the finished list: what is made from it by `.refine` or `.meta` is another one.
 */
export function listedAs<S extends z.ZodType>(list: S, tell: (entry: EntryOf<S>, names: EntryNames) => string): S {
  // Whoever tells an entry has parsed it with this schema.
  told.set(list, tell as Tell)
  return list
}

const wholes = new WeakMap<z.ZodType, (value: unknown) => string>()

/** Says how one setting of several fields is told as a whole: `toldAs(picture, ({ name }) => name)`. */
export function toldAs<S extends z.ZodType>(schema: S, tell: (value: NonNullable<z.output<S>>) => string): S {
  // Nothing but values of this schema is stored under its setting.
  wholes.set(schema, tell as (value: unknown) => string)
  return schema
}

/** How the whole of a setting is told; undefined where that is not declared. */
export function wholeWordsOf(schema: z.ZodType): ((value: unknown) => string) | undefined {
  for (const layer of layersOf(schema)) {
    const tell = wholes.get(layer)
    if (tell) return tell
  }
  return undefined
}

/** How an entry is told; undefined where it is not declared. */
export function entryWordsOf(list: z.ZodType): Tell | undefined {
  for (const layer of layersOf(list)) {
    const tell = told.get(layer)
    if (tell) return tell
  }
  return undefined
}
