import type { Services } from '#kernel/feature.ts'
import type { ObjectKind, ObjectState } from './objects.ts'
import { inSlices } from './pending-work.ts'
import { missingFrom, recordGone, recordObject } from './record.ts'
import { isHiddenNow } from './masked-channels.ts'
import { lastState, type StateSource } from './write-state.ts'

type Raw = Readonly<Record<string, unknown>>

/** All objects of a kind that Discord shows to the bot. */
export interface Listing {
  kind: ObjectKind
  objects: readonly { id: string; raw: object }[]
  /**
   * What it means when a known object is missing: that it is gone; that it is gone unless its channel is hidden; or
   * nothing.
   */
  missing: 'gone' | 'gone-if-seen' | 'unknown'
}

/** Turns a list of Discord's into a listing. */
export function listing(kind: ObjectKind, list: unknown, missing: Listing['missing'], key = 'id'): Listing[] {
  if (!Array.isArray(list)) return []
  const objects = list.flatMap((raw: Raw) => {
    const id = raw[key]
    return typeof id === 'string' ? [{ id, raw }] : []
  })
  return [{ kind, objects, missing }]
}

/** How many objects are recorded without a pause. */
const sliceSize = 50

const slices = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / sliceSize) }, (_, place) =>
    list.slice(place * sliceSize, (place + 1) * sliceSize),
  )

/**
 * Whether an object would be in the list if it existed: lists leave out what belongs to a channel that the bot cannot
 * view.
 */
function couldBeSeen(services: Services, guildId: string, state: ObjectState | null | undefined): boolean {
  const channelId = state?.['channel_id']
  return typeof channelId !== 'string' || !isHiddenNow(services, guildId, channelId)
}

/**
 * Records all objects of a server, a little at a time: neither this server's events nor those of others wait for it.
 * @param done called after the last object
 */
export function recordWhole(
  services: Services,
  guildId: string,
  listings: readonly Listing[],
  source: StateSource,
  done: () => void,
): void {
  const { db } = services
  const parts = listings.flatMap(({ kind, objects, missing }) => [
    ...slices(objects).map(
      slice => () =>
        db.transaction(() => {
          for (const { id, raw } of slice) recordObject(services, guildId, { kind, id }, raw, source)
        }),
    ),
    () => {
      if (missing === 'unknown') return
      const listed = new Set(objects.map(({ id }) => id))
      db.transaction(() => {
        for (const name of missingFrom(services, guildId, kind, listed))
          if (missing === 'gone' || couldBeSeen(services, guildId, lastState(services, guildId, name)))
            recordGone(services, guildId, name, source)
      })
    },
  ])
  inSlices(services, guildId, [...parts, done])
}
