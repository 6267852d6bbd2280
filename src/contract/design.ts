import { z } from 'zod'

/**
 * A design is the editable part of something that a server makes, such as a panel, a menu, a command or an automation:
 * one object, stored as a whole, any part of which may be posted on its own.
 */

/** The field without its default. */
export const withoutDefault = (field: z.ZodType): z.ZodType =>
  // Every field is one of zod's own schemas; the wrapper's type has lost that.
  field instanceof z.ZodDefault || field instanceof z.ZodPrefault ? (field.unwrap() as z.ZodType) : field

type Posted<D extends z.ZodObject> = z.ZodObject<{
  [K in keyof z.output<D>]: z.ZodOptional<z.ZodType<z.output<D>[K], z.input<D>[K & keyof z.input<D>]>>
}>

/** Reads an empty text as null where the field accepts null but not an empty text. */
function emptyIsNone(field: z.ZodType): z.ZodType {
  const isNone = field.safeParse(null).success && !field.safeParse('').success
  return isNone ? z.preprocess(value => (value === '' ? null : value), field) : field
}

/** The body that edits a design: a key that is left out keeps its stored value, or gets its default in a new design. */
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
