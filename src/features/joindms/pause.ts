import { eq, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import { waitLeft } from '#kit/clock.ts'
import { joinDmPauses } from './table.ts'

const hourMs = 60 * 60_000
/** After this many members in a row with closed direct messages, hardly any of the next ones will want a message. */
export const mostClosedInRow = 10

type Stored = Pick<Services, 'db' | 'now' | 'memory'>

/** Discord found that the bot opens too many conversations: no server sends messages for a while. */
const everywhere = processState(() => ({ until: 0 }))

export function pauseEverywhere(services: Stored): void {
  everywhere(services).until = services.now() + hourMs
}

/** Counts members in a row with closed direct messages; too many pause the server. */
export function noteOutcome({ db, now }: Stored, guildId: string, isClosed: boolean): void {
  const inRow = isClosed ? sql`${joinDmPauses.closedInRow} + 1` : 0
  const row = db
    .insert(joinDmPauses)
    .values({ guildId, until: 0, closedInRow: isClosed ? 1 : 0 })
    .onConflictDoUpdate({ target: joinDmPauses.guildId, set: { closedInRow: inRow } })
    .returning()
    .get()
  if (row.closedInRow < mostClosedInRow) return
  db.update(joinDmPauses)
    .set({ until: now() + hourMs, closedInRow: 0 })
    .where(eq(joinDmPauses.guildId, guildId))
    .run()
}

/** Whether a pause with this end is still in force; one begun by a clock that was ahead is not. */
const goesOn = ({ now }: Stored, until: number): boolean => waitLeft(until - hourMs, hourMs, now()) > 0

/** Whether sending is paused in a server, and why; undefined if it is not. */
export function pauseOf(services: Stored, guildId: string): { until: number; why: string } | undefined {
  const { db } = services
  const { until } = everywhere(services)
  if (goesOn(services, until))
    return { until, why: 'Discord found that I write to too many people at once, so I am pausing.' }
  const own = db.select().from(joinDmPauses).where(eq(joinDmPauses.guildId, guildId)).get()
  return own && goesOn(services, own.until)
    ? {
        until: own.until,
        why: `The last ${mostClosedInRow} new members accept no direct messages, so I am pausing: Discord counts failed ones against me.`,
      }
    : undefined
}
