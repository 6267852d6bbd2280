import { isDeepStrictEqual } from 'node:util'
import { diffWordsWithSpace } from 'diff'
import { z } from 'zod'
import { describeField, type FieldMeta, titleOf } from '#contract'
import type { Difference } from '../contract.ts'

/** Names a value of a field as people know it: a channel or role by its name. Undefined for one that is not there. */
export type NameOf = (control: FieldMeta['control'], id: string) => string | undefined

/** Further list entries are counted, not listed. */
const mostListed = 50
/** Texts are compared word by word up to so many changes, which is more than people make in one sitting. */
const mostEdits = 400
/** A shorter text is shown as a whole, before and after. */
const longEnough = 25

type Schema = z.core.$ZodType | undefined

/** The schema inside defaults, nullables and pipes. */
function core(schema: Schema): Schema {
  if (!(schema instanceof z.ZodType)) return schema
  const { innerType, in: input } = schema.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType }
  return innerType || input ? core(innerType ?? input) : schema
}

const metaOf = (schema: Schema): FieldMeta | undefined =>
  schema instanceof z.ZodType ? describeField(schema) : undefined

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value in words: On, #general, Timeout, 24 hours, 'none'. */
function valueInWords(schema: Schema, value: unknown, nameOf: NameOf): string {
  const meta = metaOf(schema)
  if (value === null || value === undefined || value === '') return 'none'
  if (value === true) return 'On'
  if (value === false) return 'Off'
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map(item => valueInWords(elementOf(schema), item, nameOf)).join(', ')
  if (isRecord(value)) return recordInWords(schema, value, nameOf)
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
  const option = meta?.options?.find(one => one.value === value)
  if (option) return option.label
  if (meta && typeof value === 'string') return nameOf(meta.control, value) ?? text
  return meta?.unit === undefined ? text : `${text} ${meta.unit}`
}

/** 'Level 5, Role @Regular' */
function recordInWords(schema: Schema, value: Record<string, unknown>, nameOf: NameOf): string {
  const inside = core(schema)
  const shape: Record<string, z.core.$ZodType> = inside instanceof z.ZodObject ? inside.shape : {}
  return Object.entries(value)
    .map(([key, item]) => {
      const field = shape[key]
      const label = field instanceof z.ZodType ? titleOf(field) : undefined
      return `${label ?? key} ${valueInWords(field, item, nameOf)}`
    })
    .join(', ')
}

/** A list of ids is described as a whole: the list says how its elements are drawn. */
function elementOf(schema: Schema): Schema {
  const meta = metaOf(schema)
  const inside = core(schema)
  if (!(inside instanceof z.ZodArray)) return undefined
  return meta && (meta.control === 'channels' || meta.control === 'roles') ? schema : inside.element
}

/** The key that identifies a list's entries, so that one whose other fields change is still the same entry. */
const identities = ['id', 'name', 'roleId', 'channelId', 'userId', 'word', 'pattern', 'text', 'level']

function keyOf(item: unknown, among: readonly unknown[]): string {
  if (!isRecord(item)) return JSON.stringify(item)
  const key = identities.find(
    name => name in item && new Set(among.map(one => (isRecord(one) ? one[name] : one))).size === among.length,
  )
  return JSON.stringify(key === undefined ? item : [key, item[key]])
}

function listDifference(schema: Schema, before: unknown[], after: unknown[], nameOf: NameOf): Difference {
  const element = elementOf(schema)
  const words = (item: unknown) => valueInWords(element, item, nameOf)
  const was = new Map(before.map(item => [keyOf(item, before), item]))
  const is = new Map(after.map(item => [keyOf(item, after), item]))
  const stayed = [...is].filter(([key]) => was.has(key))
  const changed = stayed.filter(([key, item]) => !isDeepStrictEqual(item, was.get(key)))
  const added = [...is].filter(([key]) => !was.has(key)).map(([, item]) => words(item))
  const removed = [...was].filter(([key]) => !is.has(key)).map(([, item]) => words(item))
  const order = [...was.keys()].filter(key => is.has(key))
  return {
    kind: 'list',
    added: added.slice(0, mostListed),
    removed: removed.slice(0, mostListed),
    changed: changed.slice(0, mostListed).map(([key, item]) => ({ before: words(was.get(key)), after: words(item) })),
    more:
      Math.max(0, added.length - mostListed) +
      Math.max(0, removed.length - mostListed) +
      Math.max(0, changed.length - mostListed),
    moved: stayed.some(([key], place) => order[place] !== key),
    unchanged: stayed.length - changed.length,
  }
}

function textDifference(before: string, after: string): Difference | undefined {
  if (Math.max(before.length, after.length) < longEnough) return undefined
  const parts = diffWordsWithSpace(before, after, { maxEditLength: mostEdits })
  // Two texts with nothing in common are easier to read whole.
  if (!parts || !parts.some(({ added, removed, value }) => !added && !removed && value.trim() !== '')) return undefined
  return {
    kind: 'text',
    parts: parts.map(({ value, added, removed }) => ({
      text: value,
      is: added ? 'added' : removed ? 'removed' : 'same',
    })),
  }
}

/**
 * How a setting changed, in readable form: for a list what was added, removed and changed, for a longer text the
 * words, for everything else both values.
 */
export function differenceOf(schema: Schema, before: unknown, after: unknown, nameOf: NameOf): Difference {
  if (Array.isArray(before) && Array.isArray(after)) return listDifference(schema, before, after, nameOf)
  const control = metaOf(schema)?.control
  const isText = control === 'text' || control === 'message'
  const words = isText && typeof before === 'string' && typeof after === 'string' && textDifference(before, after)
  return (
    words || {
      kind: 'value',
      before: valueInWords(schema, before, nameOf),
      after: valueInWords(schema, after, nameOf),
    }
  )
}
