import type { Services } from '#kernel/feature.ts'
import { attributeRow } from './attribution.ts'
import { isMasked, noteMasked, noteUnmasked } from './masked-channels.ts'
import { noteOf, type NoteName } from './notes.ts'
import type { ObjectKind, ObjectName, ObjectState } from './objects.ts'
import { objectState } from './object-state.ts'
import { presentIds } from './state-at.ts'
import {
  goneWithChannel,
  lastState,
  type Origin,
  type StateSource,
  sources,
  writeState,
  type Written,
} from './write-state.ts'

/** An object as Discord sends it. */
type Raw = object & { flags?: unknown }

/** The note that says whether all objects of a kind are known. */
const partOf: { readonly [K in ObjectKind]?: NoteName } = {
  webhook: 'webhooks',
  rule: 'rules',
  invite: 'invites',
  member: 'members',
}

/** Whether all objects of a kind are known, so that an unknown one is new. */
export const isKnown = (services: Services, guildId: string, kind: ObjectKind): boolean =>
  noteOf(services, guildId, partOf[kind] ?? 'structure') !== undefined

function write(
  services: Services,
  guildId: string,
  name: ObjectName,
  state: ObjectState | null,
  source: StateSource,
): Written | undefined {
  const written = writeState(services, guildId, name, state, source)
  if (written) attributeRow(services, guildId, written)
  return written
}

/** Records an object as Discord has just sent it. @returns the new row, if anything was new */
export function recordObject(
  services: Services,
  guildId: string,
  name: ObjectName,
  raw: Raw,
  source: StateSource = sources.updated,
): Written | undefined {
  if (name.kind === 'channel') {
    if (isMasked(raw)) return recordMasked(services, guildId, name, raw, source)
    noteUnmasked(services, guildId, name.id)
  }
  const state = objectState(name.kind, raw)
  const heard =
    !source.isCurrent && name.kind === 'member' ? { ...source, unknown: memberUnknown(services, guildId) } : source
  if (name.kind === 'member' && isPlain(state) && !lastState(services, guildId, name)) return undefined
  return write(services, guildId, name, state, heard)
}

/** Members without roles and a nickname have no row: if all members are known, an unknown one had neither. */
const memberUnknown = (services: Services, guildId: string): Origin =>
  isKnown(services, guildId, 'member') ? 'gateway' : 'read'

const isPlain = ({ roles, nick }: ObjectState): boolean =>
  (nick ?? null) === null && !(Array.isArray(roles) && roles.length > 0)

/** In a masked channel only the position is true, and it is recorded only for a channel that is known from before. */
function recordMasked(
  services: Services,
  guildId: string,
  name: ObjectName,
  raw: Raw,
  source: StateSource,
): Written | undefined {
  const known = lastState(services, guildId, name)
  noteMasked(services, guildId, name.id, Boolean(known))
  const { position } = objectState('channel', raw)
  return known && position !== undefined ? write(services, guildId, name, { position }, source) : undefined
}

/** Records that an object is gone, together with what was in it, about which Discord says nothing. */
export function recordGone(
  services: Services,
  guildId: string,
  name: ObjectName,
  source: StateSource = sources.updated,
): void {
  services.db.transaction(() => {
    write(services, guildId, name, null, source)
    if (name.kind !== 'channel') return
    noteUnmasked(services, guildId, name.id)
    for (const inside of goneWithChannel(services, guildId, name.id)) write(services, guildId, inside, null, source)
  })
}

/** The known objects of a kind that are missing from a complete list. */
export function missingFrom(
  services: Services,
  guildId: string,
  kind: ObjectKind,
  listed: ReadonlySet<string>,
): ObjectName[] {
  return presentIds(services, guildId, kind)
    .filter(id => !listed.has(id))
    .map(id => ({ kind, id }))
}

/** Records a complete list that Discord sent because something in it changed. */
export function recordList(
  services: Services,
  guildId: string,
  kind: ObjectKind,
  list: readonly { id: string; raw: Raw }[],
): void {
  const source = isKnown(services, guildId, kind) ? sources.listed : sources.firstRead
  services.db.transaction(() => {
    for (const { id, raw } of list) recordObject(services, guildId, { kind, id }, raw, source)
    for (const gone of missingFrom(services, guildId, kind, new Set(list.map(({ id }) => id))))
      recordGone(services, guildId, gone, source)
  })
}
