import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { dayOf } from '#contract'
import type { Services } from '#kernel/feature.ts'
import { countedDays, weeksShown } from '../emoji/contract.ts'
import { emojiUses } from '../table.ts'
import { tallyOf } from './count.ts'

export interface Uses {
  messages: number
  reactions: number
  /** Oldest first; the first week may have fewer days. */
  weeks: number[]
  /** Days since 1970; null if it was not used within the counted days. */
  lastDay: number | null
}

const unused = (): Uses => ({
  messages: 0,
  reactions: 0,
  weeks: Array.from({ length: weeksShown }, () => 0),
  lastDay: null,
})

/** How often each emoji of a server was used within the counted days. @returns a lookup by id */
export function usesOf(
  services: Pick<Services, 'db' | 'log' | 'memory' | 'now'>,
  guildId: string,
): (emojiId: string) => Uses {
  tallyOf(services).flush()
  const before = dayOf(services.now()) - countedDays
  // SQLite treats a bound number as a real, so the quotient must be cast to an integer.
  const week = sql<number>`cast((${emojiUses.day} - ${before}) / 7 as integer)`
  const rows = services.db
    .select({
      emojiId: emojiUses.emojiId,
      week,
      messages: sql<number>`sum(${emojiUses.messages})`,
      reactions: sql<number>`sum(${emojiUses.reactions})`,
      lastDay: sql<number>`max(${emojiUses.day})`,
    })
    .from(emojiUses)
    .where(and(eq(emojiUses.guildId, guildId), gt(emojiUses.day, before)))
    .groupBy(emojiUses.emojiId, week)
    .all()
  const found = new Map<string, Uses>()
  for (const { emojiId, week: at, messages, reactions, lastDay } of rows) {
    const uses = found.get(emojiId) ?? unused()
    uses.messages += messages
    uses.reactions += reactions
    // A clock that was ahead may have stored a day in the future.
    const place = Math.min(at, weeksShown - 1)
    uses.weeks[place] = (uses.weeks[place] ?? 0) + messages + reactions
    uses.lastDay = Math.max(uses.lastDay ?? 0, lastDay)
    found.set(emojiId, uses)
  }
  return emojiId => found.get(emojiId) ?? unused()
}

/** Deletes counts of a server that are too old. */
export const dropOldUses = ({ db, now }: Pick<Services, 'db' | 'now'>, guildId: string): void =>
  void db
    .delete(emojiUses)
    .where(and(eq(emojiUses.guildId, guildId), lte(emojiUses.day, dayOf(now()) - countedDays)))
    .run()
