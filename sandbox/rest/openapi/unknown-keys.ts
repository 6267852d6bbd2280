import type { ApiDescription } from './description.ts'
import type { Schema } from './soundness.ts'

const list = (value: unknown): Schema[] => (Array.isArray(value) ? (value as Schema[]) : [])

/** A schema and all its alternatives, with references resolved. */
function* variants(description: Pick<ApiDescription, 'resolve'>, schema: Schema): Generator<Schema> {
  const resolved = description.resolve(schema)
  yield resolved
  for (const part of [...list(resolved['anyOf']), ...list(resolved['allOf'])]) yield* variants(description, part)
}

/** What the alternatives of a schema say about the fields and items of a value. */
interface Known {
  /** The schema of a list's items, if one is described. */
  items: Schema | undefined
  /** Whether fields of any name are allowed. */
  isOpen: boolean
  /** Each field's schema. */
  fields: ReadonlyMap<string, Schema>
}

const anyOf = (schemas: readonly Schema[]): Schema | undefined => {
  const [only, ...others] = schemas
  return others.length === 0 ? only : { anyOf: schemas }
}

function readKnown(description: Pick<ApiDescription, 'resolve'>, schema: Schema): Known {
  const all = [...variants(description, schema)]
  const named = all.flatMap(variant => (variant['properties'] ? [variant['properties'] as Record<string, Schema>] : []))
  const isOpen = all.some(
    ({ type, additionalProperties, properties }) =>
      typeof additionalProperties === 'object' || additionalProperties === true || (type === 'object' && !properties),
  )
  const fields = new Map<string, Schema>()
  for (const key of new Set(named.flatMap(properties => Object.keys(properties)))) {
    const found = anyOf(named.flatMap<Schema>(properties => properties[key] ?? []))
    if (found) fields.set(key, found)
  }
  return {
    items: anyOf(all.flatMap(variant => (variant['items'] ? [variant['items'] as Schema] : []))),
    isOpen: named.length === 0 || isOpen,
    fields,
  }
}

/** Cached, because a description is consulted many thousand times and never changes. */
const known = new WeakMap<Pick<ApiDescription, 'resolve'>, WeakMap<Schema, Known>>()

function knownOf(description: Pick<ApiDescription, 'resolve'>, schema: Schema): Known {
  const ofDescription = known.get(description) ?? new WeakMap<Schema, Known>()
  known.set(description, ofDescription)
  const read = ofDescription.get(schema) ?? readKnown(description, schema)
  ofDescription.set(schema, read)
  return read
}

/**
 * Fields of a value that no alternative of its schema names. Discord's description rarely forbids them, but a bot that
 * sends one relies on something that does not exist.
 * @returns dotted paths
 */
export function unknownKeys(description: Pick<ApiDescription, 'resolve'>, schema: Schema, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { items, isOpen, fields } = knownOf(description, schema)
  if (Array.isArray(value)) {
    if (!items) return []
    return value.flatMap((item, place) => unknownKeys(description, items, item).map(path => `${place}.${path}`))
  }
  if (isOpen) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (inner === undefined) return []
    const field = fields.get(key)
    if (!field) return [key]
    return unknownKeys(description, field, inner).map(path => `${key}.${path}`)
  })
}
