import { z } from 'zod'
import { innerSchema, isRecord, describeField } from '#contract'
import type { Counterparts } from './counterparts.ts'

type Schema = z.core.$ZodType | undefined

/** Stands for a value that is left out. */
const nothing = Symbol('left out')

const controlOf = (schema: Schema) => (schema instanceof z.ZodType ? describeField(schema)?.control : undefined)

/** Matches mentions of channels and roles in a text: `<#1>`, `<@&1>`. */
const mention = /<(#|@&)(\d{17,20})>/g

interface Replaced {
  value: unknown
  /** The ids, in the other server, of channels and roles without a counterpart here. */
  lost: readonly string[]
  /** Whether it contained a channel or role that is left out. */
  isLess: boolean
  /** Whether leaving that out would leave nothing valid. */
  emptied: boolean
}

/**
 * Replaces the channels and roles in a setting's value by those of this server, within texts, too. One that is left out
 * is removed from lists, together with the entry that contains it.
 * @param unfound the channels and roles without a counterpart
 */
export function replaceIds(
  schema: z.ZodType,
  value: unknown,
  { channels, roles, unfound, isUnknown }: Counterparts,
): Replaced {
  const missing = new Set(unfound.map(({ id }) => id))
  const lost = new Set<string>()
  let isLess = false

  const one = (id: string, kind: 'channel' | 'role' | 'any'): unknown => {
    const found =
      kind === 'channel' ? channels.get(id) : kind === 'role' ? roles.get(id) : (roles.get(id) ?? channels.get(id))
    const isLeftOut =
      kind === 'channel' ? channels.has(id) : kind === 'role' ? roles.has(id) : roles.has(id) || channels.has(id)
    if (typeof found === 'string') return found
    if (isLeftOut) isLess = true
    if (isLeftOut) return nothing
    if (missing.has(id)) lost.add(id)
    return id
  }

  const inText = (text: string): unknown => {
    let isLeftOut = false
    const said = text.replace(mention, (whole, sign: string, id: string) => {
      const kind = sign === '#' ? 'channel' : 'role'
      if (isUnknown(kind, id)) lost.add(id)
      const found = one(id, kind)
      if (found === nothing) isLeftOut = true
      return typeof found === 'string' ? `<${sign}${found}>` : whole
    })
    return isLeftOut ? nothing : said
  }

  const walk = (at: Schema, now: unknown): unknown => {
    const control = controlOf(at)
    const inside = innerSchema(at)
    if (Array.isArray(now)) {
      const element = inside instanceof z.ZodArray ? inside.element : undefined
      const ofIds = control === 'channels' || control === 'roles' ? at : element
      return now.map(item => walk(ofIds, item)).filter(item => item !== nothing)
    }
    if (isRecord(now)) {
      const isList = inside instanceof z.ZodRecord
      const shape: Record<string, z.core.$ZodType> = inside instanceof z.ZodObject ? inside.shape : {}
      const entries = Object.entries(now).map(([key, item]) => [
        isList ? walk(inside.keyType, key) : key,
        walk(isList ? inside.valueType : shape[key], item),
      ])
      if (isList) return Object.fromEntries(entries.filter(entry => !entry.includes(nothing)) as [string, unknown][])
      return entries.some(entry => entry.includes(nothing))
        ? nothing
        : Object.fromEntries(entries as [string, unknown][])
    }
    if (typeof now !== 'string') return now
    if (!/^\d{17,20}$/.test(now)) return inText(now)
    if (control === 'channel' || control === 'channels') return one(now, 'channel')
    return one(now, control === 'role' || control === 'roles' ? 'role' : 'any')
  }

  const result = walk(schema, value)
  if (result !== nothing) return { value: result, lost: [...lost], isLess, emptied: false }
  const empty = schema.safeParse(null)
  return { value: empty.success ? empty.data : value, lost: [...lost], isLess, emptied: !empty.success }
}
