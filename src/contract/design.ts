import { z } from 'zod'

/**
 * A design is what can be edited of a thing that a server makes, such as a panel, a menu, a command or an automation:
 * one object, stored as a whole, of which any part may be posted.
 */

/** A field without what it is where nothing is said. */
export const withoutDefault = (field: z.ZodType): z.ZodType =>
  // Every field is a schema of zod's own kind, whose type the wrapper has lost.
  field instanceof z.ZodDefault || field instanceof z.ZodPrefault ? (field.unwrap() as z.ZodType) : field

type Posted<D extends z.ZodObject> = z.ZodObject<{
  [K in keyof z.output<D>]: z.ZodOptional<z.ZodType<z.output<D>[K], z.input<D>[K & keyof z.input<D>]>>
}>

/** An empty text is none, where a thing may name none and nothing else is empty. */
function emptyIsNone(field: z.ZodType): z.ZodType {
  const isNone = field.safeParse(null).success && !field.safeParse('').success
  return isNone ? z.preprocess(value => (value === '' ? null : value), field) : field
}

/** What is posted of a design: a key that is left out stays as it is stored, and has its default in a new thing. */
export const postedOf = <D extends z.ZodObject>(design: D): Posted<D> =>
  z.object(
    Object.fromEntries(
      Object.entries<z.ZodType>(design.shape).map(([key, field]) => [
        key,
        emptyIsNone(withoutDefault(field)).optional(),
      ]),
    ),
    // The keys and their values are those of the design.
  ) as unknown as Posted<D>
