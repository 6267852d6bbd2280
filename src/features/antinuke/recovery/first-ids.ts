import { type ObjectKind, objectKinds, type ObjectState, type ServerState } from '../journal/objects.ts'
import { renamed } from './compare-fields.ts'

/** Where a chain of ids ends. */
export function follow(steps: ReadonlyMap<string, string>, id: string): string {
  let at = id
  // No more steps than there are, whatever the rows say.
  for (let left = steps.size; left > 0; left--) {
    const to = steps.get(at)
    if (to === undefined) break
    at = to
  }
  return at
}

/** A server's objects by the ids of before. @param ids.areFirst whether every id is the first one */
export function byIdsOfBefore(
  state: ServerState,
  { before, areFirst = false }: { before(id: string): string; areFirst?: boolean },
): ServerState {
  if (areFirst) return state
  return Object.fromEntries(
    (Object.keys(objectKinds) as ObjectKind[]).map(kind => [
      kind,
      new Map([...state[kind]].map(([id, one]) => [before(id), renamed(one, before) as ObjectState])),
    ]),
  ) as unknown as ServerState
}
