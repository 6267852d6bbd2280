import { exampleOf } from '#kernel/http/openapi/example.ts'
import type { JsonSchema } from '#kernel/http/openapi/schema.ts'

/** A place for one value in a body, and how to make the rest of the body. */
export interface Leaf {
  /** For example `choices[].role_id`. */
  path: string
  type: 'string' | 'integer'
  /** The body with this value there, and otherwise only what is required. */
  holding(value: string): unknown
}

/** The value for a property of this name; undefined to use the example of its schema. */
export type Fill = (name: string) => unknown

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const schemasIn = (value: unknown) => (Array.isArray(value) ? value.filter(isSchema) : [])
/** Schemas may contain themselves. */
const deepest = 7

/** The required properties of an object, from known values and examples. */
export function needed(schema: JsonSchema, fill: Fill): Record<string, unknown> {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : []
  return Object.fromEntries(
    required.map(key => {
      const one = isSchema(properties[key]) ? properties[key] : {}
      const known = fill(key)
      if (known !== undefined) return [key, known]
      return [key, isSchema(one['properties']) ? needed(one, fill) : exampleOf(one, key)]
    }),
  )
}

function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  const { $ref } = schema
  if (typeof $ref !== 'string') return schema
  const keys = $ref.replace(/^#\/?/, '').split('/').filter(Boolean)
  const found = keys.reduce<unknown>((all, key) => (isSchema(all) ? all[key] : undefined), root)
  return isSchema(found) ? found : undefined
}

/** Every such place in what a schema accepts, separately for each of its options. */
export function leavesOf(schema: JsonSchema, fill: Fill, root = schema, depth = 0): Leaf[] {
  const one = depth > deepest ? undefined : resolved(schema, root)
  if (!one) return []
  const inside = (inner: JsonSchema) => leavesOf(inner, fill, root, depth + 1)
  const { anyOf, oneOf, type, items, properties, additionalProperties } = one
  const options = [...schemasIn(anyOf), ...schemasIn(oneOf)]
  if (options.length > 0) return options.flatMap(inside)
  if (one['const'] !== undefined || one['enum'] !== undefined) return []
  const types: unknown[] = Array.isArray(type) ? type : [type]
  if (types.includes('string')) return [{ path: '', type: 'string', holding: value => value }]
  if (types.includes('integer')) return [{ path: '', type: 'integer', holding: Number }]
  if (types.includes('array') && isSchema(items))
    return inside(items).map(leaf => ({ ...leaf, path: `[]${leaf.path}`, holding: value => [leaf.holding(value)] }))
  const named = Object.entries(isSchema(properties) ? properties : {}).flatMap(([key, property]) =>
    (isSchema(property) ? inside(property) : []).map(
      (leaf): Leaf => ({
        ...leaf,
        path: /^(\[|\{|$)/.test(leaf.path) ? `${key}${leaf.path}` : `${key}.${leaf.path}`,
        holding: value => ({ ...needed(one, fill), [key]: leaf.holding(value) }),
      }),
    ),
  )
  if (!isSchema(additionalProperties)) return named
  // A record's keys may be ids, too.
  const keys: Leaf = { path: '{}', type: 'string', holding: value => ({ [value]: exampleOf(additionalProperties) }) }
  return [...named, keys]
}
