import { ChannelType } from 'discord-api-types/v10'
import { z } from 'zod'
import { channelId, describeField, messageId, personId, roleId, roleOrPersonId } from '#contract'
import type { Feature } from '#kernel/feature.ts'
import { userId } from '#features/antinuke/rights/contract.ts'
import { emojiId } from '#kit/message/components/contract.ts'
import { layersOf } from '../src/contract/field.ts'

/** Placeholders for the channel, category and role that a value is to name. */
export const standIns = { channel: '<channel>', category: '<category>', role: '<role>' }
type Named = keyof typeof standIns

const categoryType: number = ChannelType.GuildCategory
const anId = '123456789012345678'
/** A schema that takes ids and also any of these texts is for names that people choose, not for ids. */
const words = ['no id', 'a'.repeat(18), 'a'.repeat(32), 'a-1', '1']

/** The other kinds of id that a schema may declare. */
const others = new Set<z.ZodType>([personId, messageId, userId, emojiId])
const byId = new Map<z.ZodType, Named>([
  [channelId, 'channel'],
  [roleId, 'role'],
  [roleOrPersonId, 'role'],
])

interface Parts {
  element?: z.ZodType
  shape?: Record<string, z.ZodType>
  keyType?: z.ZodType
  valueType?: z.ZodType
  options?: readonly z.ZodType[]
}

/** The parts of a schema, including one behind a preprocessing step. */
function partsOf(schema: z.ZodType): Parts {
  const layers = [...layersOf(schema)]
  const last = layers.at(-1)?.def
  const read = layers.findLast(({ def }) => def.type === 'pipe')?.def as { out?: z.ZodType } | undefined
  return last?.type === 'transform' && read?.out ? partsOf(read.out) : ((last ?? {}) as Parts)
}

/** The kind of thing whose id a schema takes, and whether it takes a list. */
function namedBy(schema: z.ZodType): { of: Named; many: boolean } | undefined {
  const { control, channelTypes } = describeField(schema) ?? {}
  const place = channelTypes?.every(type => type === categoryType) ? 'category' : 'channel'
  if (control === 'channel' || control === 'channels') return { of: place, many: control === 'channels' }
  if (control === 'role' || control === 'roles') return { of: 'role', many: control === 'roles' }
  const of = [...layersOf(schema)].map(layer => byId.get(layer)).find(Boolean)
  return of && { of, many: false }
}

/**
 * A value that names something deleted wherever the schema takes a channel or role; undefined when it takes neither.
 */
export function naming(schema: z.ZodType): unknown {
  const named = namedBy(schema)
  if (named) return named.many ? [standIns[named.of]] : standIns[named.of]
  const { element, keyType, valueType, shape } = partsOf(schema)
  if (element) {
    const entry = naming(element)
    return entry === undefined ? undefined : [entry]
  }
  if (keyType && valueType) {
    const key = naming(keyType)
    const value = naming(valueType)
    if (typeof key === 'string') return { [key]: value ?? fitting(valueType) }
    return value === undefined ? undefined : { warn: value }
  }
  if (!shape) return undefined
  const fields = Object.entries(shape).map(([key, part]) => [key, part, naming(part)] as const)
  if (fields.every(([, , value]) => value === undefined)) return undefined
  return Object.fromEntries(fields.map(([key, part, value]) => [key, value ?? fitting(part)]))
}

/** A value that the schema accepts. */
const fitting = (schema: z.ZodType): unknown =>
  [undefined, null, false, describeField(schema)?.min ?? 1, 'spam', 'role', 'all', 'view'].find(
    value => schema.safeParse(value).success,
  )

/** The paths of fields that take a Discord id without declaring its kind. */
export function* unsaidIds(schema: z.ZodType, path: string): Generator<string> {
  if (namedBy(schema) !== undefined) return
  const layers = [...layersOf(schema)]
  if (layers.some(layer => others.has(layer))) return
  const text = layers.find(({ def }) => def.type === 'string')
  if (text?.safeParse(anId).success && !words.some(word => text.safeParse(word).success)) yield path
  const { element, shape = {}, keyType, valueType, options = [] } = partsOf(schema)
  if (element) yield* unsaidIds(element, `${path}[]`)
  if (keyType) yield* unsaidIds(keyType, `${path}{}`)
  if (valueType) yield* unsaidIds(valueType, `${path}{}`)
  for (const option of options) yield* unsaidIds(option, path)
  for (const [key, part] of Object.entries(shape)) yield* unsaidIds(part, `${path}.${key}`)
}

/** Every setting, and every field of the things that people create. */
export const storedFields = (features: readonly Feature[]) =>
  features.flatMap(({ contract, parts }) =>
    [
      [contract.name, contract.settings.shape] as const,
      ...Object.entries(parts.things ?? {}).map(
        ([kind, { fields }]) => [`${contract.name}.${kind}`, fields.shape] as const,
      ),
    ].flatMap(([name, shape]) =>
      Object.entries<unknown>(shape).flatMap(([key, schema]) =>
        schema instanceof z.ZodType ? [{ path: `${name}.${key}`, schema }] : [],
      ),
    ),
  )
