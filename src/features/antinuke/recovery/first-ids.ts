import { type ObjectKind, objectKinds, type ObjectState, type ServerState } from '../journal/objects.ts'
import { withIdsReplaced } from './compare-fields.ts'

/** Returns the id at which a chain of ids ends. */
export function follow(steps: ReadonlyMap<string, string>, id: string): string {
  let at = id
  // The number of steps is bounded, whatever the rows say.
  for (let left = steps.size; left > 0; left--) {
    const to = steps.get(at)
    if (to === undefined) break
    at = to
  }
  return at
}

/** Returns a server's objects by their first ids. @param ids.areFirst whether every id is the first one */
export function byFirstIds(
  state: ServerState,
  { before, areFirst = false }: { before(id: string): string; areFirst?: boolean },
): ServerState {
  if (areFirst) return state
  return Object.fromEntries(
    (Object.keys(objectKinds) as ObjectKind[]).map(kind => [
      kind,
      new Map([...state[kind]].map(([id, one]) => [before(id), withIdsReplaced(one, before) as ObjectState])),
    ]),
  ) as unknown as ServerState
}
