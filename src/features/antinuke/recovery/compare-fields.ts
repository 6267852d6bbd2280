import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../journal/object-state.ts'
import { type ObjectKind, objectKinds, type Return } from '../journal/objects.ts'

/**
 * The features that a bot may switch on and off; all others are Discord's own. Source: Discord's documentation,
 * "Mutable Guild Features".
 */
export const switchableFeatures: ReadonlySet<string> = new Set([
  'COMMUNITY',
  'INVITES_DISABLED',
  'RAID_ALERTS_DISABLED',
])

/**
 * Returns the value without empty fields and without these keys, at any depth: they are ids that Discord gives anew when
 * an object is recreated.
 */
function without(keys: readonly string[], value: unknown): unknown {
  if (Array.isArray(value)) return value.map(one => without(keys, one))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) =>
      keys.includes(key) || one === null || one === undefined ? [] : [[key, without(keys, one)]],
    ),
  )
}

const sorted = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(one => JSON.stringify(one)).toSorted() : value

const switches = (value: unknown) =>
  sorted(Array.isArray(value) ? value.filter(one => switchableFeatures.has(String(one))) : [])

const canonicalText = (one: unknown): string =>
  isRecord(one) ? `${String(one['id'])} ${String(one['type'])} ${String(one['allow'])} ${String(one['deny'])}` : ''

/** Overwrites have no order, and one that neither allows nor denies anything is as good as none. */
const overwrites = (value: unknown): unknown =>
  Array.isArray(value)
    ? value
        .filter(one => !isRecord(one) || one['allow'] !== '0' || one['deny'] !== '0')
        .map(canonicalText)
        .toSorted()
    : []

/** Brings values into one form for comparison, by kind and field. */
const forms: Partial<Record<string, (value: unknown) => unknown>> = {
  'channel.permission_overwrites': overwrites,
  'channel.available_tags': value => without(['id'], value ?? []),
  'channel.topic': value => (value === '' ? null : value),
  'guild.features': switches,
  'onboarding.prompts': value => without(['id'], value ?? []),
  'onboarding.default_channel_ids': sorted,
  'member.roles': sorted,
  'emoji.roles': sorted,
  'rule.exempt_roles': sorted,
  'rule.exempt_channels': sorted,
  'rule.actions': value => without([], value),
  'event.scheduled_start_time': value => Date.parse(String(value)),
  'event.scheduled_end_time': value => (typeof value === 'string' ? Date.parse(value) : null),
  'event.recurrence_rule': value => (isRecord(value) ? without(['start'], value) : null),
  'event.entity_metadata': value => without([], value ?? {}),
}

const plain = (value: unknown) => (value === undefined ? null : value)

/** Whether two values of a field mean the same to people. */
export function sameField(kind: ObjectKind, field: string, a: unknown, b: unknown): boolean {
  const form = forms[`${kind}.${field}`] ?? plain
  return isDeepStrictEqual(form(a), form(b))
}

const fieldsByKind: Record<string, Readonly<Record<string, { back: Return }>>> = Object.fromEntries(
  Object.entries(objectKinds).map(([kind, { fields }]) => [kind, fields]),
)

/** How a field comes back when its object is put back. */
export const backOf = (kind: ObjectKind, field: string): Return | undefined => fieldsByKind[kind]?.[field]?.back

const settable = new Map(
  Object.entries(fieldsByKind).map(([kind, fields]) => [
    kind,
    Object.entries(fields).flatMap(([field, { back }]) => (back === 'lost' ? [] : [field])),
  ]),
)

/** The fields of a kind that can be set. */
export const settableFields = (kind: ObjectKind): readonly string[] => settable.get(kind) ?? []

/** Whether a value names one of these ids, at any depth. It runs for everything in a server. */
export function mentionsAny(value: unknown, ids: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return ids.has(value)
  if (Array.isArray(value)) return value.some(one => mentionsAny(one, ids))
  if (!isRecord(value)) return false
  for (const key in value) if (mentionsAny(value[key], ids)) return true
  return false
}

/** Every text in a value, at any depth: the ids among them are what it names. */
export function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const one of value) yield* textsIn(one)
  else if (isRecord(value)) for (const one of Object.values(value)) yield* textsIn(one)
}

/** Returns the value with other ids in place of some, including in keys. */
export function withIdsReplaced(value: unknown, idOf: (id: string) => string): unknown {
  if (typeof value === 'string') return idOf(value)
  if (Array.isArray(value)) return value.map(one => withIdsReplaced(one, idOf))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [idOf(key), withIdsReplaced(one, idOf)]))
}
