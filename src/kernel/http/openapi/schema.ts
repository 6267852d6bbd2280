import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/** Metadata that only pages need to draw a field. */
const forPages = [
  'control',
  'label',
  'help',
  'placeholder',
  'max',
  'min',
  'unit',
  'options',
  'channelTypes',
  'assignable',
  'posts',
  'posted',
  'shown',
  'escaped',
  'fills',
  'example',
] as const

/** Limits that only mean "a whole number". */
const unlimited = new Set<unknown>([Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER])

/** Converts a schema to JSON Schema 2020-12: of what is sent, or of what is answered. */
export function jsonSchemaOf(schema: z.ZodType, direction: 'input' | 'output'): JsonSchema {
  const { $schema: _version, ...made } = z.toJSONSchema(schema, {
    io: direction,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // Input may be in any case, so the schema is only a string; list the values.
      if (zodSchema instanceof z.ZodPipe && zodSchema.def.out instanceof z.ZodEnum)
        jsonSchema.examples = zodSchema.def.out.options
      tidy(jsonSchema)
    },
  })
  return made
}

/**
 * Adds lengths, which our own check counts in code points and zod cannot express, and units as words; removes what only
 * pages need.
 */
function tidy(schema: Record<string, unknown>): void {
  const { control, max, min, unit, description, example } = schema
  if (control === 'text' || control === 'message') {
    if (typeof max === 'number') schema['maxLength'] ??= max
    if (typeof min === 'number') schema['minLength'] ??= min
  }
  if (typeof unit === 'string') {
    const measured = `In ${unit === '%' ? 'percent' : unit}.`
    schema['description'] = typeof description === 'string' ? `${description} ${measured}` : measured
  }
  // zod drops `examples` of schemas that transform their input.
  if (example !== undefined) schema['examples'] = [example]
  for (const key of forPages) delete schema[key]
  for (const bound of ['minimum', 'maximum']) if (unlimited.has(schema[bound])) delete schema[bound]
}
