import { type ObjectKind, objectKinds, type ObjectState } from './objects.ts'

type Raw = Readonly<Record<string, unknown>>

// A worker loads this file, which the contract's `isRecord` would have load zod.
/** Whether a value is an object and not a list. */
export const isRecord = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lists whose order means nothing, and in which Discord's order differs from one place to another. */
const unordered: ReadonlySet<string> = new Set([
  'roles',
  'features',
  'exempt_roles',
  'exempt_channels',
  'default_channel_ids',
  'role_ids',
])

/** Puts keys in order at every depth, so that equal values are equal texts. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map(key => [key, inOrder(value[key])]),
  )
}

const byId = (one: Raw, other: Raw) => (String(one['id']) < String(other['id']) ? -1 : 1)

const overwrites = (list: unknown) =>
  Array.isArray(list)
    ? list
        .filter(isRecord)
        .map(({ id, type, allow, deny }) => ({ id, type, allow, deny }))
        .sort(byId)
    : undefined

const idOf = (value: unknown): unknown => (isRecord(value) ? value['id'] : undefined)

/** Reshapes objects of which Discord sends some fields under another name or in another form in some places. */
const reshaped: { readonly [K in ObjectKind]?: (raw: Raw) => Raw } = {
  role: raw => ({
    ...raw,
    colors: raw['colors'] ?? colorsOf(raw['color']),
  }),
  channel: raw => ({ ...raw, permission_overwrites: overwrites(raw['permission_overwrites']) }),
  // These files are found by the object's own id and never change.
  emoji: raw => ({ ...raw, image: raw['id'] }),
  sticker: raw => ({ ...raw, file: raw['id'] }),
  sound: raw => ({ ...raw, sound: raw['sound_id'] }),
  webhook: raw => ({ ...raw, source_channel: idOf(raw['source_channel']) ?? raw['source_channel'] }),
  invite: raw => ({
    ...raw,
    channel_id: raw['channel_id'] ?? idOf(raw['channel']),
    inviter_id: idOf(raw['inviter']) ?? raw['inviter_id'],
    role_ids: raw['role_ids'] ?? (Array.isArray(raw['roles']) ? raw['roles'].map(idOf) : []),
  }),
}

const colorsOf = (color: unknown) =>
  typeof color === 'number' ? { primary_color: color, secondary_color: null, tertiary_color: null } : undefined

/** For lists of ids, whose order means nothing. */
const byText = (a: unknown, b: unknown): number => (String(a) < String(b) ? -1 : 1)

/** Returns the fields that the journal keeps of an object, from what Discord sent. */
export function objectState(kind: ObjectKind, raw: object): ObjectState {
  const sent: Raw = (reshaped[kind] ?? (same => same))({ ...raw })
  const state: Record<string, unknown> = {}
  for (const name of Object.keys(objectKinds[kind].fields)) {
    const value = sent[name]
    if (value === undefined) continue
    state[name] = inOrder(Array.isArray(value) && unordered.has(name) ? value.toSorted(byText) : value)
  }
  return state
}

/** Returns an object's state as it is stored: equal states are equal texts, whatever the order of their fields. */
export const stateText = (kind: ObjectKind, state: ObjectState): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.keys(objectKinds[kind].fields)
        .filter(name => state[name] !== undefined)
        .map(name => [name, state[name]]),
    ),
  )

/** Parses a stored state. */
export const stateFrom = (text: string): ObjectState => JSON.parse(text) as ObjectState

const isNothing = (value: unknown): boolean => value === undefined || value === null

function sameRecord(one: Raw, other: Raw): boolean {
  const has = (value: Raw) => Object.keys(value).filter(key => value[key] !== undefined)
  const keys = has(one)
  return keys.length === has(other).length && keys.every(key => other[key] !== undefined && same(one[key], other[key]))
}

/** Compares values part by part without writing them out, as it runs for everything that an attack touches. */
function same(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((part, place) => same(part, other[place]))
  return isRecord(one) && isRecord(other) && sameRecord(one, other)
}

/** Whether two values of a field mean the same to people: what JSON keeps of them, with keys in any order. */
export const sameValue = (one: unknown, other: unknown): boolean =>
  (isNothing(one) && isNothing(other)) || same(one, other)
