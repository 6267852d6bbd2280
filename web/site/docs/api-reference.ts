import type { ApiDocument, ApiOperation } from '#kernel/openapi/contract.ts'

/** One endpoint as the reference shows it. */
export interface ApiCall extends ApiOperation {
  /** 'GET' */
  method: string
  /** '/api/guild/{guildId}/channels' */
  path: string
}

interface ApiGroup {
  id: string
  title: string
  calls: readonly ApiCall[]
}

export interface ApiField {
  /** With a dot for nested fields, `[]` for an entry of a list. */
  name: string
  type: string
  required: boolean
  /** Limits and meaning, in words. */
  about: string
}

type Schema = Record<string, unknown>
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

/** The endpoints by feature, in the order of the document. */
export function groupCalls(api: ApiDocument): ApiGroup[] {
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): ApiCall => ({ ...operation, method: method.toUpperCase(), path }),
    ),
  )
  return [...Map.groupBy(calls, ({ tags }) => tags[0] ?? '')].map(([title, own]) => ({
    id: title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-'),
    title,
    calls: own,
  }))
}

/** The groups with the endpoints whose path, summary or group contains every word of `search`, in any case. */
export function filterGroups(groups: readonly ApiGroup[], search: string): ApiGroup[] {
  const words = search.toLowerCase().split(/\s+/)
  const found = (group: ApiGroup) =>
    group.calls.filter(({ method, path, summary }) => {
      const text = `${group.title} ${method} ${path} ${summary}`.toLowerCase()
      return words.every(word => text.includes(word))
    })
  return groups.map(group => ({ ...group, calls: found(group) })).filter(({ calls }) => calls.length > 0)
}

const needs: Record<string, string> = {
  anyone: 'Anyone',
  'signed-in': 'Anyone who is signed in',
  visit: 'Members of the server',
  view: 'Anyone who may see the settings of the server',
  manage: 'Anyone who may manage the server',
  owner: "The server's owner",
}

/** Who may call the endpoint, in words. */
export const whoMay = (need: string): string => needs[need] ?? `Anyone who has the right ${need}`

const choicesOf = (schema: Schema): unknown[] => {
  const choices = schema['enum'] ?? schema['examples']
  return Array.isArray(choices) ? choices : []
}

function typeOf(schema: Schema): string {
  const { type, anyOf, oneOf, items } = schema
  if (schema['const'] !== undefined) return JSON.stringify(schema['const'])
  const options = [anyOf, oneOf].flatMap(list => (Array.isArray(list) ? list.filter(isSchema) : []))
  if (options.length > 0) return [...new Set(options.map(typeOf))].join(' or ')
  if (Array.isArray(schema['enum'])) return schema['enum'].map(String).join(', ')
  if (type === 'array') return isSchema(items) ? `list of ${typeOf(items)}` : 'list'
  if (type === 'integer') return 'whole number'
  if (schema['pattern'] === String.raw`^\d{17,20}$`) return 'Discord ID'
  if (schema['format'] === 'binary') return 'file'
  const names: unknown[] = Array.isArray(type) ? type : [type]
  return names.map(name => (typeof name === 'string' ? (words[name] ?? name) : 'anything')).join(' or ')
}
const words: Record<string, string> = { string: 'text', boolean: 'true or false', null: 'nothing' }

/** The constraints on a value, in words: 'At most 400 characters.' */
function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, maxItems, default: usual } = schema
  const range = (least: unknown, most: unknown, what: string) => {
    if (typeof least === 'number' && typeof most === 'number' && least > 0) return [`${least} to ${most}${what}.`]
    if (typeof most === 'number') return [`At most ${most}${what}.`]
    return typeof least === 'number' && least > 0 ? [`At least ${least}${what}.`] : []
  }
  return [
    ...(typeof minimum === 'number' && typeof maximum === 'number'
      ? [`${minimum} to ${maximum}.`]
      : range(minimum, maximum, '')),
    ...range(minLength, maxLength, ' characters'),
    ...range(undefined, maxItems, ' entries'),
    ...(choicesOf(schema).length > 1 && schema['enum'] === undefined
      ? [`One of ${choicesOf(schema).join(', ')}.`]
      : []),
    ...(usual !== undefined ? [`Default: ${JSON.stringify(usual)}.`] : []),
  ]
}

/** The fields of an object, including nested ones. */
export function fieldsOf(schema: unknown, prefix = ''): ApiField[] {
  if (!isSchema(schema) || !isSchema(schema['properties'])) return []
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  return Object.entries(schema['properties']).flatMap(([key, value]): ApiField[] => {
    if (!isSchema(value)) return []
    const name = `${prefix}${key}`
    const { title, description, items } = value
    const about = [
      ...[title, description].filter(text => typeof text === 'string').map(text => text.replace(/[.]?$/, '.')),
      ...limitsOf(value),
    ]
    const own = { name, type: typeOf(value), required: required.has(key), about: about.join(' ') }
    return [own, ...fieldsOf(value, `${name}.`), ...(isSchema(items) ? fieldsOf(items, `${name}[].`) : [])]
  })
}
