import type { ObjectKind, ObjectState, ServerState } from '#features/antinuke/journal/objects.ts'
import { channelPositions, putBack } from '#features/antinuke/recovery/restore-order.ts'
import { placeOf } from '#features/antinuke/recovery/plan-channels.ts'
import { sortedRoles } from '#features/antinuke/recovery/plan-roles.ts'
import { withIdsReplaced } from '#features/antinuke/recovery/compare-fields.ts'
import { idsIn, type Step } from '#features/antinuke/recovery/steps.ts'

/** A server as plain values, to which recovery's steps can be applied without Discord. */
export type Objects = Record<ObjectKind, Map<string, ObjectState>>

export const noObjects = (): Objects => ({
  role: new Map(),
  emoji: new Map(),
  sticker: new Map(),
  sound: new Map(),
  channel: new Map(),
  guild: new Map(),
  member: new Map(),
  rule: new Map(),
  onboarding: new Map(),
  welcome: new Map(),
  widget: new Map(),
  webhook: new Map(),
  invite: new Map(),
  event: new Map(),
})

export const copied = (state: ServerState): Objects => {
  const copy = noObjects()
  for (const kind of Object.keys(copy) as ObjectKind[])
    for (const [id, one] of state[kind]) copy[kind].set(id, structuredClone(one))
  return copy
}

/** Deletes an object as Discord does: references to it are removed along with it. */
export function deleteFrom(server: Objects, kind: ObjectKind, id: string): void {
  server[kind].delete(id)
  const without = (value: unknown): unknown =>
    Array.isArray(value)
      ? value
          .filter(one => one !== id && !(typeof one === 'object' && one !== null && Object.values(one).includes(id)))
          .map(without)
      : value
  for (const objects of Object.values(server))
    for (const [other, state] of objects)
      objects.set(
        other,
        Object.fromEntries(
          Object.entries(state).map(([field, value]) => [field, value === id ? null : without(value)]),
        ),
      )
  for (const kind of ['webhook', 'invite', 'event'] as const)
    for (const [other, state] of server[kind]) if (state['channel_id'] === null) server[kind].delete(other)
}

/**
 * Applies the steps in an order that their dependencies allow. @returns the ids of recreated objects, by their old ids
 */
export function does(server: Objects, steps: readonly Step[], newIds = new Map<string, string>()): Map<string, string> {
  const over = new Set<string>()
  const known = new Set(steps.map(({ key }) => key))
  let next = 9_000_000_000_000_000_000n - BigInt(newIds.size) * 1000n
  const idNow = (id: string) => newIds.get(id) ?? id
  const idThen = (id: string) => [...newIds].find(([, now]) => now === id)?.[0] ?? id
  const left = [...steps]
  while (left.length > 0) {
    const index = left.findIndex(({ after }) => after.every(key => over.has(key) || !known.has(key)))
    const [step] = index < 0 ? [] : left.splice(index, 1)
    if (!step) throw new Error(`steps wait for each other: ${left.map(({ key }) => key).join(', ')}`)
    over.add(step.key)
    const { act } = step
    const set = (kind: ObjectKind, id: string, body: object) =>
      server[kind].set(id, {
        ...server[kind].get(id),
        ...Object.fromEntries(Object.entries(withIdsReplaced(body, idNow) as object)),
      })
    if (act.do === 'delete') deleteFrom(server, act.kind, idNow(act.id))
    else if (act.do === 'create') {
      const id = act.adopt ?? String((next -= 1n))
      set(act.kind, id, {
        ...(act.kind === 'role' && { position: 1 }),
        ...(act.kind === 'webhook' && { type: 1 }),
        ...act.body,
      })
      newIds.set(act.id, id)
    } else if (act.do === 'edit') set(act.kind, idNow(act.id), act.body)
    else if (act.do === 'member') {
      const member = server.member.get(act.id)
      const take = act.take.map(idNow)
      const roles = [...idsIn(member?.['roles']).filter(id => !take.includes(id)), ...act.give.map(idNow)]
      set('member', act.id, { roles: roles.map(idThen), ...('nick' in act && { nick: act.nick }) })
    } else if (act.do === 'order-roles') {
      const order = putBack(sortedRoles(server.role).map(idThen), act.good, new Set(act.moved))
      for (const [position, id] of order.entries()) set('role', idNow(id), { position })
    } else if (act.do === 'order-channels') {
      const places = [...server.channel].map(([id, state]) => placeOf(id, state))
      for (const { id, position } of channelPositions(
        places,
        new Map(Object.entries(act.good)),
        new Set(act.moved),
        idThen,
      ))
        set('channel', id, { position })
    }
  }
  return newIds
}

/** The server with recreated objects under their old ids. */
export function byOldIds(server: ServerState, newIds: ReadonlyMap<string, string>): Objects {
  const old = new Map([...newIds].map(([before, now]) => [now, before]))
  const idOf = (id: string) => old.get(id) ?? id
  const result = noObjects()
  for (const kind of Object.keys(result) as ObjectKind[])
    for (const [id, state] of server[kind]) result[kind].set(idOf(id), withIdsReplaced(state, idOf) as ObjectState)
  return result
}
