import { z } from 'zod'

/** The schema inside defaults, nullables, optionals and pipes. */
export function innerSchema<S extends z.core.$ZodType | undefined>(schema: S): S | z.core.$ZodType {
  if (!(schema instanceof z.ZodType)) return schema
  const { innerType, in: input } = schema.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType }
  const inner = innerType ?? input
  return inner ? innerSchema(inner) : schema
}

/** Whether a value is an object and not a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
