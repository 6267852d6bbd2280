import type { ApiDescription, Schema } from './description.ts'

const list = (value: unknown): Schema[] => (Array.isArray(value) ? (value as Schema[]) : [])

/** All ways a schema can be met: itself and its alternatives, references followed. */
function* variants(description: Pick<ApiDescription, 'resolve'>, schema: Schema): Generator<Schema> {
  const resolved = description.resolve(schema)
  yield resolved
  for (const part of [...list(resolved['anyOf']), ...list(resolved['allOf'])]) yield* variants(description, part)
}

/**
 * Fields of a value that no alternative of its schema names. Discord's description rarely forbids them, but a bot that
 * sends one believes in something that does not exist.
 * @returns dotted paths
 */
export function unknownKeys(description: Pick<ApiDescription, 'resolve'>, schema: Schema, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const all = [...variants(description, schema)]
  if (Array.isArray(value)) {
    const items = all.flatMap(variant => (variant['items'] ? [variant['items'] as Schema] : []))
    if (items.length === 0) return []
    return value.flatMap((item, place) =>
      unknownKeys(description, { anyOf: items }, item).map(path => `${place}.${path}`),
    )
  }
  const named = all.flatMap(variant => (variant['properties'] ? [variant['properties'] as Record<string, Schema>] : []))
  const isOpen = all.some(
    ({ type, additionalProperties, properties }) =>
      typeof additionalProperties === 'object' || additionalProperties === true || (type === 'object' && !properties),
  )
  if (named.length === 0 || isOpen) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (inner === undefined) return []
    const found = named.flatMap(properties => properties[key] ?? [])
    if (found.length === 0) return [key]
    return unknownKeys(description, { anyOf: found }, inner).map(path => `${key}.${path}`)
  })
}
