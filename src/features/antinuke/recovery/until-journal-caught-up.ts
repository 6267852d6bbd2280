import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '#kernel/feature.ts'
import { lateMs } from '../engine/stopped-people.ts'
import { isHiddenNow } from '../journal/masked-channels.ts'
import type { ObjectKind, ObjectName, ServerState } from '../journal/objects.ts'
import { latest } from '../journal/state-at.ts'
import { withIdsReplaced, sameField, settableFields } from './compare-fields.ts'
import type { IdMap } from './id-map.ts'
import { record } from './raw.ts'

/** Kinds whose events contain the new state; for the others, events only cause them to be read again. */
const told: ReadonlySet<ObjectKind> = new Set([
  'role',
  'channel',
  'emoji',
  'sticker',
  'sound',
  'event',
  'rule',
  'member',
])
const lookEveryMs = 20

/** Whether the journal has an object in the state in which it was read. */
function isHeard(services: Services, guildId: string, { kind, id }: ObjectName, now: ServerState, ids: IdMap): boolean {
  const read = now[kind].get(id)
  const known = latest(services, guildId, kind, ids.now(id))
  if (!read || !known) return !read === !known
  const heard = record(withIdsReplaced(known, ids.before))
  return settableFields(kind).every(
    field =>
      read[field] === undefined || heard[field] === undefined || sameField(kind, field, heard[field], read[field]),
  )
}

/**
 * Resolves once the journal has the objects as they are now, or no more events are to be expected. Answers overtake
 * events, and a moment is put back as the journal has it.
 * @param objects by first ids, as is `now`, which was read just before
 */
export async function untilJournalCaughtUp(
  services: Services,
  guildId: string,
  objects: readonly ObjectName[],
  now: ServerState,
  ids: IdMap,
): Promise<void> {
  const open = objects.filter(({ kind, id }) => told.has(kind) && !isHiddenNow(services, guildId, ids.now(id)))
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(), lateMs)
  const goesOn = () => !over.signal.aborted && services.db.$client.open
  for (const one of open) while (goesOn() && !isHeard(services, guildId, one, now, ids)) await pause(lookEveryMs)
  clearTimeout(timer)
}
