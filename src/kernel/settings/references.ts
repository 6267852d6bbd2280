import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { innerSchema, isRecord, describeField, type FieldMeta } from '#contract'
import { inert } from '#kit/template.ts'
import type { GuildShape } from '../discord/guild-shape.ts'

/** The usual names of Discord's channel types, by number. */
const channelKinds: Record<number, string> = {
  0: 'text',
  2: 'voice',
  4: 'category',
  5: 'announcement',
  13: 'stage',
  15: 'forum',
  16: 'media',
}

class Unresolved extends Error {}

/** 'a voice or stage channel', 'a category'. */
function kindOf(...types: readonly number[]): string {
  const kinds = types.map(type => channelKinds[type] ?? `type ${type}`).join(' or ')
  return `${/^[aeiou]/.test(kinds) ? 'an' : 'a'} ${kinds === 'category' ? kinds : `${kinds} channel`}`
}

const isId = (value: string) => /^\d{17,20}$/.test(value)

function resolveChannel(given: string, meta: FieldMeta, guild: GuildShape): string {
  const name = given.replace(/^#/, '')
  const byId = isId(given) ? guild.channels.filter(channel => channel.id === given) : []
  const named = guild.channels.filter(channel => channel.callerCanView)
  const exact = named.filter(channel => channel.name === name)
  const loose = named.filter(channel => channel.name.toLowerCase() === name.toLowerCase())
  const types = meta.channelTypes
  // A new server of Discord's has a text channel #general and a voice channel #General.
  const fitting =
    (byId.length > 0 ? [byId] : [exact, loose])
      .map(found => found.filter(channel => types?.includes(channel.type) ?? true))
      .find(found => found.length > 0) ?? []
  const [first, ...more] = fitting
  if (first && more.length === 0) {
    const refusal = guild.refuses?.(first, meta)
    if (refusal !== undefined) throw new Unresolved(refusal)
    return first.id
  }
  if (first) {
    const choices = fitting.map(channel => {
      const parent = guild.channels.find(one => one.id === channel.parentId)
      return parent ? `${channel.id} (in ${parent.name})` : channel.id
    })
    throw new Unresolved(
      `Several channels are called #${name}. Give the ID of the one you mean: ${choices.join(', ')}.`,
    )
  }
  const [other] = [...byId, ...exact, ...loose]
  if (other && types) throw new Unresolved(`Choose ${kindOf(...types)}: #${other.name} is ${kindOf(other.type)}.`)
  throw new Unresolved(
    isId(given) ? 'That channel is not in this server.' : `There is no channel #${name} in this server.`,
  )
}

function resolveRole(id: string, meta: FieldMeta, guild: GuildShape): string {
  const refusal = guild.refusesRole?.(id, meta)
  if (refusal !== undefined) throw new Unresolved(refusal)
  const role = guild.roles.find(one => one.id === id)
  if (!role) throw new Unresolved('That role is not in this server.')
  if (meta.assignable && role.reason !== null)
    throw new Unresolved(meta.control === 'roles' ? `${inert(role.name)}: ${role.reason}` : role.reason)
  return role.id
}

const resolvers: Partial<Record<FieldMeta['control'], typeof resolveChannel>> = {
  channel: resolveChannel,
  channels: resolveChannel,
  role: resolveRole,
  roles: resolveRole,
}

/**
 * Checks every channel and role in a parsed value against the guild, following the schema's control marks through
 * objects, lists and records. An unchanged value (as in `before`) is not checked, so that a channel that was deleted in
 * the meantime does not block saving something else.
 * @returns the value with ids in place of names, and one sentence for each invalid field
 */
export function resolveReferences(
  schema: z.ZodType,
  value: unknown,
  guild: GuildShape,
  before?: unknown,
): { value: unknown; problems: Record<string, string> } {
  const problems: Record<string, string> = {}

  const one = (given: unknown, meta: FieldMeta, path: string): unknown => {
    const resolve = resolvers[meta.control]
    if (!resolve || typeof given !== 'string') return given
    try {
      return resolve(given, meta, guild)
    } catch (error) {
      if (!(error instanceof Unresolved)) throw error
      problems[path] ??= error.message
      return given
    }
  }

  const walk = (at: z.core.$ZodType, now: unknown, was: unknown, path: string): unknown => {
    if (now === null || now === undefined || isDeepStrictEqual(now, was)) return now
    const meta = at instanceof z.ZodType ? describeField(at) : undefined
    if (meta && resolvers[meta.control]) {
      if (!Array.isArray(now)) return one(now, meta, path)
      const known = new Set<unknown>(Array.isArray(was) ? was : [])
      return [...new Set(now.map((item: unknown) => (known.has(item) ? item : one(item, meta, path))))]
    }
    const inside = innerSchema(at)
    const step = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`)
    if (inside instanceof z.ZodObject && isRecord(now)) {
      const shape: Record<string, z.core.$ZodType> = inside.shape
      return mapValues(now, (key, item) => {
        const field = shape[key]
        return field ? walk(field, item, isRecord(was) ? was[key] : undefined, step(key)) : item
      })
    }
    if (inside instanceof z.ZodRecord && isRecord(now))
      return mapValues(now, (key, item) =>
        walk(inside.valueType, item, isRecord(was) ? was[key] : undefined, step(key)),
      )
    if (inside instanceof z.ZodArray && Array.isArray(now))
      return now.map((item: unknown, index) =>
        walk(inside.element, item, Array.isArray(was) ? was[index] : undefined, step(index)),
      )
    return now
  }

  return { value: walk(schema, value, before, ''), problems }
}

const mapValues = (object: Record<string, unknown>, change: (key: string, item: unknown) => unknown) =>
  Object.fromEntries(Object.entries(object).map(([key, item]) => [key, change(key, item)]))

/** Returns the roles that the bot gives to members by these settings. */
export function assignedRoles(schema: z.ZodType, value: unknown): Set<string> {
  const found = new Set<string>()
  const refusesRole = (roleId: string, meta: FieldMeta) => {
    if (meta.assignable) found.add(roleId)
    return undefined
  }
  resolveReferences(schema, value, { channels: [], roles: [], refusesRole })
  return found
}

/** Whether the schema contains channels or roles, so that a guild is needed to check a value. */
export function hasReferences(schema: z.core.$ZodType): boolean {
  const meta = schema instanceof z.ZodType ? describeField(schema) : undefined
  if (meta && resolvers[meta.control]) return true
  const inside = innerSchema(schema)
  if (inside instanceof z.ZodObject) return Object.values<z.core.$ZodType>(inside.shape).some(hasReferences)
  if (inside instanceof z.ZodRecord) return hasReferences(inside.valueType)
  if (inside instanceof z.ZodArray) return hasReferences(inside.element)
  return false
}
