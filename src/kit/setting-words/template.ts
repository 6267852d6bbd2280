import { z } from 'zod'
import {
  describeField,
  type EntryNames,
  entryDescriberOf,
  type FieldMeta,
  innerSchema,
  isRecord,
  titleOf,
  valueDescriberOf,
} from '#contract'
import { gone } from '../deleted/template.ts'

/** How settings are described to people: in the history, and where two people changed the same one. */

/** Returns the name of a channel, role, member or feature. Undefined if it does not exist. */
export type NameOf = (kind: FieldMeta['control'] | 'member' | 'feature', id: string) => string | undefined

/** A setting's schema, as far as it is known. */
export type Schema = z.core.$ZodType | undefined

/** Returns what the contract says about a field. */
export const metaOf = (schema: Schema): FieldMeta | undefined =>
  schema instanceof z.ZodType ? describeField(schema) : undefined

/** Returns the contract's own words for the whole setting; undefined if it has none. */
export const wholeTeller = (schema: Schema): ((value: unknown) => string) | undefined =>
  schema instanceof z.ZodType ? valueDescriberOf(schema) : undefined

/** Returns a value in words: On, #general, Timeout, 24 hours, 'none'. */
export function valueInWords(schema: Schema, value: unknown, nameOf: NameOf): string {
  const meta = metaOf(schema)
  if (isEmpty(value)) return 'none'
  if (value === true) return 'On'
  if (value === false) return 'Off'
  if (Array.isArray(value)) return value.map(entryTeller(schema, nameOf)).join(', ')
  if (isRecord(value)) return wholeTeller(schema)?.(value) ?? recordInWords(schema, value, nameOf)
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
  const option = meta?.options?.find(one => one.value === value)
  if (option) return option.label
  if (meta && typeof value === 'string') return nameOf(meta.control, value) ?? text
  return meta?.unit === undefined ? text : `${text} ${value === 1 ? meta.unit.replace(/s$/, '') : meta.unit}`
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** An object in words, without its empty fields: 'Level 5, Role @Regular'. */
function recordInWords(schema: Schema, value: Record<string, unknown>, nameOf: NameOf): string {
  const inside = innerSchema(schema)
  const shape: Record<string, z.core.$ZodType> = inside instanceof z.ZodObject ? inside.shape : {}
  const words = Object.entries(value).flatMap(([key, item]) => {
    const field = shape[key]
    // The name in the source code means nothing to people.
    const label = field instanceof z.ZodType ? titleOf(field) : undefined
    return label === undefined || isEmpty(item) ? [] : [`${label} ${valueInWords(field, item, nameOf)}`]
  })
  return words.length === 0 ? 'an entry' : words.join(', ')
}

/**
 * The schema of a list's elements. For a list of ids it is the list's own, because that says how its elements are
 * shown.
 */
function elementOf(schema: Schema): Schema {
  const meta = metaOf(schema)
  const inside = innerSchema(schema)
  if (!(inside instanceof z.ZodArray)) return undefined
  return meta && (meta.control === 'channels' || meta.control === 'roles') ? schema : inside.element
}

/** Names as describers of entries take them. */
export const namesBy = (nameOf: NameOf): EntryNames => ({
  channel: id => nameOf('channel', id) ?? gone.channel,
  role: id => nameOf('role', id) ?? gone.role,
  member: id => nameOf('member', id) ?? 'a member',
  feature: name => nameOf('feature', name) ?? name,
  date: at =>
    new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
})

/** Returns a function that describes a list's entries, in the contract's own words if it has any. */
export function entryTeller(schema: Schema, nameOf: NameOf): (entry: unknown) => string {
  const tell = schema instanceof z.ZodType ? entryDescriberOf(schema) : undefined
  const inside = innerSchema(schema)
  const element = elementOf(schema)
  if (!tell && inside instanceof z.ZodObject)
    return item => recordInWords(schema, isRecord(item) ? { [String(item['name'])]: item['value'] } : {}, nameOf)
  if (!tell) return item => valueInWords(element, item, nameOf)
  const names = namesBy(nameOf)
  const named = (value: z.core.$ZodType | undefined) => value && z.object({ name: z.string(), value })
  const entryOf = (item: unknown): Schema => {
    if (inside instanceof z.ZodRecord) return named(inside.valueType)
    return inside instanceof z.ZodObject && isRecord(item) ? named(inside.shape[String(item['name'])]) : element
  }
  return item => {
    const entry = entryOf(item)
    const parsed = entry instanceof z.ZodType ? entry.safeParse(item) : undefined
    // An entry may have been stored by an earlier version, in another form.
    return parsed?.success ? tell(parsed.data, names) : valueInWords(element, item, nameOf)
  }
}

/** Turns a record, or an object of several fields, into a list of names and values. */
export function entriesOf(schema: Schema, value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (wholeTeller(schema)) return undefined
  const inside = innerSchema(schema)
  if (!isRecord(value) || !(inside instanceof z.ZodRecord || inside instanceof z.ZodObject)) return undefined
  return Object.entries(value).map(([name, item]) => ({ name, value: item }))
}
