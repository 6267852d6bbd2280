import { z } from 'zod'

const made = new WeakMap<z.core.$ZodType, z.core.$ZodType>()

/**
 * Returns the same schema, but refusing unknown keys at every depth instead of dropping them. Made once for each
 * schema.
 */
export function strict<T extends z.core.$ZodType>(schema: T): T
export function strict(schema: z.core.$ZodType): z.core.$ZodType {
  const known = made.get(schema) ?? refusing(schema)
  made.set(schema, known)
  return known
}

function refusing(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodObject) {
    const shape = Object.fromEntries(
      Object.entries<z.core.$ZodType>(schema.shape).map(([key, field]) => [key, strict(field)]),
    )
    return schema.clone({ ...schema.def, shape, catchall: schema.def.catchall ?? z.never() })
  }
  if (schema instanceof z.ZodArray) return schema.clone({ ...schema.def, element: strict(schema.def.element) })
  if (schema instanceof z.ZodRecord) return schema.clone({ ...schema.def, valueType: strict(schema.def.valueType) })
  if (schema instanceof z.ZodUnion) {
    const given: readonly z.core.$ZodType[] = schema.options
    const options = given.map(option => strict(option))
    return schema instanceof z.ZodDiscriminatedUnion ? z.union(options) : schema.clone({ ...schema.def, options })
  }
  if (schema instanceof z.ZodOptional) return schema.clone({ ...schema.def, innerType: strict(schema.def.innerType) })
  if (schema instanceof z.ZodNullable) return schema.clone({ ...schema.def, innerType: strict(schema.def.innerType) })
  if (schema instanceof z.ZodDefault) return schema.clone({ ...schema.def, innerType: strict(schema.def.innerType) })
  return schema
}
