import { bitsOf, danger } from '../engine/danger.ts'
import { objectKinds, type ObjectKind, type ObjectName, type ObjectState, type ServerState } from './objects.ts'
import { isRecord, sameValue } from './object-state.ts'

export interface FieldDifference {
  field: string
  /** The name that people know it by. */
  label: string
  before: unknown
  after: unknown
}

/** How one object differs between two moments. */
export interface ObjectDifference extends ObjectName {
  what: 'created' | 'changed' | 'deleted'
  /** In the order of `objects.ts`; all known fields of an object that was created or deleted. */
  fields: readonly FieldDifference[]
  /** Whether it lets somebody do harm who could not before. */
  givesPower: boolean
}

const kinds = Object.keys(objectKinds) as ObjectKind[]

const labels: Record<ObjectKind, readonly (readonly [field: string, label: string])[]> = Object.fromEntries(
  kinds.map(kind => [kind, Object.entries(objectKinds[kind].fields).map(([field, { label }]) => [field, label])]),
) as never

/** The fields that differ; a field that is not known in both states does not count. */
function fieldsOf(
  kind: ObjectKind,
  before: ObjectState | undefined,
  after: ObjectState | undefined,
): FieldDifference[] {
  return labels[kind].flatMap(([field, label]) => {
    const [was, is] = [before?.[field], after?.[field]]
    if (before && after && (was === undefined || is === undefined)) return []
    return sameValue(was, is) ? [] : [{ field, label, before: was, after: is }]
  })
}

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const gained = (before: unknown, after: unknown): bigint => bitsOf(after) & ~bitsOf(before) & danger

/** Whether an overwrite now allows harm that it did not, or no longer denies it. */
function overwritesGive(before: unknown, after: unknown): boolean {
  const [had, has] = [before, after].map(
    list => new Map(listed(list).flatMap(one => (isRecord(one) ? [[String(one['id']), one] as const] : []))),
  )
  const ids = new Set([...(had?.keys() ?? []), ...(has?.keys() ?? [])])
  return [...ids].some(id => {
    const [was, is] = [had?.get(id), has?.get(id)]
    return gained(was?.['allow'], is?.['allow']) !== 0n || gained(is?.['deny'], was?.['deny']) !== 0n
  })
}

/** Every id in a value, at any depth. */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return (Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []).flatMap(idsIn)
}

/** Whether a value names a role that can do harm and that it did not name before. */
function namesPower(before: unknown, after: unknown, roles: ServerState['role']): boolean {
  const had = new Set(idsIn(before))
  return idsIn(after).some(id => !had.has(id) && (bitsOf(roles.get(id)?.['permissions']) & danger) !== 0n)
}

/** Fields that give roles to people, by kind. */
const givers: { readonly [K in ObjectKind]?: string } = { member: 'roles', invite: 'role_ids', onboarding: 'prompts' }

function givesPower(
  kind: ObjectKind,
  before: ObjectState | undefined,
  after: ObjectState | undefined,
  roles: ServerState['role'],
): boolean {
  if (!after) return false
  if (kind === 'role') return gained(before?.['permissions'], after['permissions']) !== 0n
  if (kind === 'channel') return overwritesGive(before?.['permission_overwrites'], after['permission_overwrites'])
  const giver = givers[kind]
  return giver !== undefined && namesPower(before?.[giver], after[giver], roles)
}

const numberIn = (state: ObjectState | undefined, field: string): number => {
  const value = state?.[field]
  return typeof value === 'number' ? value : 0
}
const voice: ReadonlySet<unknown> = new Set([2, 13])

/** The place of an object in the server's own lists: roles from the top, channels below their categories. */
function placeOf(
  kind: ObjectKind,
  state: ObjectState | undefined,
  channels: ServerState['channel'],
  id: string,
): number[] {
  if (kind === 'role') return [-numberIn(state, 'position')]
  if (kind !== 'channel') return []
  const parent = state?.['parent_id']
  const category = typeof parent === 'string' ? channels.get(parent) : undefined
  const isCategory = state?.['type'] === 4
  return [
    isCategory ? numberIn(state, 'position') + 1 : category ? numberIn(category, 'position') + 1 : 0,
    isCategory ? 0 : voice.has(state?.['type']) ? 2 : 1,
    numberIn(state, 'position'),
    Number(BigInt.asUintN(52, BigInt(/^\d+$/.test(id) ? id : 0))),
  ]
}

function byPlace(one: readonly number[], other: readonly number[]): number {
  for (const [at, place] of one.entries()) {
    const difference = place - (other[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/**
 * Returns what differs between two moments of a server, in the order of its own lists. Somebody who is missing from the
 * members had neither roles nor a nickname.
 */
export function compareStates(before: ServerState, after: ServerState): ObjectDifference[] {
  return kinds.flatMap(kind => {
    const [was, is] = [before[kind], after[kind]]
    const channels = new Map([...before.channel, ...after.channel])
    const found = [...new Set([...was.keys(), ...is.keys()])].flatMap(id => {
      const [from, to] = [was.get(id), is.get(id)]
      const fields = fieldsOf(kind, from, to)
      if (from && to && fields.length === 0) return []
      const what = from ? (to ? 'changed' : 'deleted') : 'created'
      const difference: ObjectDifference = {
        kind,
        id,
        what,
        fields,
        givesPower: givesPower(kind, from, to, after.role),
      }
      return [{ difference, place: placeOf(kind, to ?? from, channels, id) }]
    })
    return found.sort((one, other) => byPlace(one.place, other.place)).map(({ difference }) => difference)
  })
}
