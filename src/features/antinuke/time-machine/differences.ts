import { and, eq, inArray, lte, max } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { task } from '#kernel/workers/task.ts'
import { isHiddenNow } from '../journal/masked-channels.ts'
import { flush } from '../journal/pending-work.ts'
import { journal } from '../journal/table.ts'
import { idMap } from '../recovery/id-map.ts'
import { recoveredIds } from '../recovery/table.ts'
import type compare from './compare.task.ts'
import { type Compared, type FoundDifference, structureKinds } from './compared.ts'
import { changesBetween } from './recorded.ts'

const compareTask = task<typeof compare>('features/antinuke/time-machine/compare', {
  place: 'thread',
  // A new thread first loads its program, which takes long on a machine with much else to do.
  deadlineMs: 30_000,
  tooMuch: 'Comparing took too long and was stopped. Choose moments that are closer together.',
})

/** A difference, with whether the bot cannot see the channel at the moment. */
export interface Found extends FoundDifference {
  hidden: boolean
}

export interface Differences extends Omit<Compared, 'found'> {
  found: Found[]
}

/**
 * Returns what differs between two moments, given as cursors. For large servers this takes a tenth of a second and
 * more, so it runs in a thread.
 * @param signal stops it
 */
export async function differencesBetween(
  services: Services,
  guildId: string,
  { from, to }: { from: number; to: number },
  signal?: AbortSignal,
): Promise<Differences> {
  const { db, workers } = services
  flush(services, guildId)
  const statesAt = (cursor: number) => {
    const lasts = db
      .select({ id: max(journal.id) })
      .from(journal)
      .where(and(eq(journal.guildId, guildId), inArray(journal.kind, [...structureKinds]), lte(journal.id, cursor)))
      .groupBy(journal.kind, journal.objectId)
    return db
      .select({ kind: journal.kind, id: journal.objectId, state: journal.state })
      .from(journal)
      .where(inArray(journal.id, lasts))
      .toSQL()
  }
  const { firsts, lasts, count } = changesBetween(services, guildId, from, to)
  const answer = await workers.run(
    compareTask,
    {
      database: db.$client.name,
      states: [statesAt(from), statesAt(to)],
      renames: db
        .select({ from: recoveredIds.oldId, to: recoveredIds.newId })
        .from(recoveredIds)
        .where(eq(recoveredIds.guildId, guildId))
        .toSQL(),
      firsts: firsts.toSQL(),
      lasts: lasts.toSQL(),
      count: count.toSQL(),
    },
    guildId,
    signal,
  )
  // This is what the task has written.
  const { found, ...rest } = JSON.parse(answer) as Compared
  const ids = idMap(services, guildId)
  const isHidden = ({ kind, id }: FoundDifference) => kind === 'channel' && isHiddenNow(services, guildId, ids.now(id))
  return { ...rest, found: found.map(one => ({ ...one, hidden: isHidden(one) })) }
}

/** Why something cannot be chosen; null when it can. */
export function whyItStays({ kind, what, before, after, settable, ids, hidden }: Found): string | null {
  if (hidden) return 'This channel is hidden from the bot.'
  if (what === 'changed' && settable.length > 0) return null
  if (what === 'changed') return ids ? 'Discord gave it a new ID, which cannot be undone.' : 'Nobody can set this.'
  const state = before ?? after
  if (kind === 'role' && state?.managed === true) return 'It belongs to an app: it comes and goes with the app.'
  return null
}
