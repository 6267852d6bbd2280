import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { cases } from '../table.ts'
import { endCase } from './case-store.ts'

/**
 * Marks somebody's bans or timeouts as no longer in force where one of these people decided them, or nobody is named for
 * it. Part of the caller's transaction.
 */
export function endDecidedBy(
  services: Services,
  guildId: string,
  { kind, targetId, by }: { kind: 'ban' | 'timeout'; targetId: string; by: readonly string[] },
): void {
  const theirs = or(isNull(cases.moderatorId), inArray(cases.moderatorId, [...by]))
  const inForce = and(
    eq(cases.guildId, guildId),
    eq(cases.targetId, targetId),
    eq(cases.kind, kind),
    eq(cases.active, true),
  )
  for (const { number } of services.db.select().from(cases).where(and(inForce, theirs)).all())
    endCase(services, guildId, number)
}
