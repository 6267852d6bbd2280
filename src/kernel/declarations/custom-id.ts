import type { z } from 'zod'
import type { Contract } from '#contract'

/** Discord's limit on custom ids (characters): "Component Reference". */
const longest = 100

const isObject = (schema: z.ZodType): schema is z.ZodObject => schema.def.type === 'object'

const asText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

const escaped = (value: unknown) => asText(value).replace(/[%,]/g, encodeURIComponent)

function pack(schema: z.ZodType, data: unknown): string[] {
  if (!isObject(schema)) return [asText(data)]
  const values: Record<string, unknown> = typeof data === 'object' && data !== null ? { ...data } : {}
  return Object.keys(schema.shape).map(key => escaped(values[key]))
}

/**
 * Returns the custom id of a control: `<feature>:<component>:<data>`, where data is the values of an object in the
 * schema's order, or a single value. Values are written as text: the schema reads numbers and booleans with `z.coerce`
 * or `z.stringbool`.
 * @param caller the id of the only person who may use the control; it is written before the data
 * @throws Error when it does not fit Discord's 100 characters
 */
export function customId(contract: Contract, component: string, schema: z.ZodType, data: unknown, caller?: string) {
  const packed = [...(caller === undefined ? [] : [caller]), ...pack(schema, data)].join(',')
  const id = `${contract.name}:${component}:${packed}`
  if (id.length > longest) throw new Error(`custom id of ${id.length} characters: ${id}`)
  return id
}

export interface CustomId {
  feature: string
  component: string
  /** Returns the data as the schema's input; an empty value is read as undefined. */
  read(schema: z.ZodType): unknown
  /** Does the same for a control that only one person may use. */
  readWithCaller(schema: z.ZodType): { caller: string; data: unknown }
}

function unescaped(text: string): string | undefined {
  if (text === '') return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function unpack(schema: z.ZodType, packed: string): unknown {
  if (!isObject(schema)) return packed
  const parts = packed.split(',')
  return Object.fromEntries(Object.keys(schema.shape).map((key, place) => [key, unescaped(parts[place] ?? '')]))
}

/** Parses a custom id. @returns undefined when it does not have the form of {@link customId} */
export function readCustomId(id: string): CustomId | undefined {
  const [, feature, component, packed] = /^([a-z][a-z0-9-]*):([A-Za-z][\w-]*):(.*)$/su.exec(id) ?? []
  if (feature === undefined || component === undefined || packed === undefined) return undefined
  return {
    feature,
    component,
    read: schema => unpack(schema, packed),
    readWithCaller(schema) {
      const [caller = ''] = packed.split(',', 1)
      return { caller, data: unpack(schema, packed.slice(caller.length + 1)) }
    },
  }
}
