import { stateFrom } from './object-state.ts'
import { type ObjectKind, objectKinds, type ObjectState, type ServerState } from './objects.ts'

export const everyKind = Object.keys(objectKinds) as ObjectKind[]

/** The last row of an object up to a moment; `state` is null for an object that was gone by then. */
export interface LastRow {
  id: string
  state: string | null
}

/**
 * By kind: the field with a list of role ids. A deleted role sends one event, and the objects that named it are not
 * reported.
 */
const rolesNamed: { readonly [K in ObjectKind]?: string } = { member: 'roles', emoji: 'roles' }

function withoutGoneRoles(kind: ObjectKind, state: ObjectState, roles: ReadonlyMap<string, ObjectState>): ObjectState {
  const named = rolesNamed[kind]
  const list = named === undefined ? undefined : state[named]
  if (named !== undefined && Array.isArray(list)) {
    const held = list.filter(id => roles.has(String(id)))
    return held.length === list.length ? state : { ...state, [named]: held }
  }
  const overwrites = kind === 'channel' ? state['permission_overwrites'] : undefined
  if (!Array.isArray(overwrites)) return state
  const alive = overwrites.filter(({ id, type }: { id: string; type: number }) => type !== 0 || roles.has(id))
  return alive.length === overwrites.length ? state : { ...state, permission_overwrites: alive }
}

/**
 * Assembles a server from its objects' last rows. Roles that were gone by then are left out of what named them, as
 * Discord shows it.
 * @param kinds only these; members are by far the most
 */
export function assembledState(
  kinds: readonly ObjectKind[],
  rowsOf: (kind: ObjectKind) => readonly LastRow[],
): ServerState {
  const state = Object.fromEntries(everyKind.map(kind => [kind, new Map<string, ObjectState>()])) as Record<
    ObjectKind,
    Map<string, ObjectState>
  >
  // Roles come first, as the others name them.
  for (const kind of new Set<ObjectKind>(['role', ...kinds])) {
    const known = state.role.size > 0 ? state.role : undefined
    for (const row of rowsOf(kind)) {
      if (row.state === null) continue
      const own = stateFrom(row.state)
      state[kind].set(row.id, known ? withoutGoneRoles(kind, own, known) : own)
    }
  }
  if (!kinds.includes('role')) state.role = new Map()
  return state
}
