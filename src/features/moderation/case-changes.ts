import { and, eq, isNull } from 'drizzle-orm'
import { UserError } from '#kernel/errors.ts'
import type { Services } from '#kernel/feature.ts'
import { type Case, caseByNumber, type Named, tidyReason } from './cases.ts'
import { caseEdits, cases } from './table.ts'

type Store = Pick<Services, 'db' | 'now'>

/** @throws UserError when there is no such case */
export function demandCase(services: Store, guildId: string, number: number): Case {
  const found = Number.isSafeInteger(number) ? caseByNumber(services, guildId, number) : undefined
  if (!found) throw new UserError('moderation.no-case', 'There is no case with that number in this server.', 404)
  return found
}

const at = (guildId: string, number: number) => and(eq(cases.guildId, guildId), eq(cases.number, number))

/** Changes a case's reason and keeps what it was. @throws UserError when there is no such case */
export function changeReason(services: Store, guildId: string, number: number, reason: string, by: Named): Case {
  return services.db.transaction(() => {
    const { reason: before } = demandCase(services, guildId, number)
    services.db
      .insert(caseEdits)
      .values({ guildId, number, userId: by.id, userName: by.name, at: services.now(), before })
      .run()
    return services.db
      .update(cases)
      .set({ reason: tidyReason(reason) })
      .where(at(guildId, number))
      .returning()
      .get()
  })
}

/**
 * Declares a case a mistake: it stays in the list and counts for nothing. What was done in Discord is not undone.
 * @throws UserError when there is no such case, or it is void already
 */
export function voidCase(services: Store, guildId: string, number: number, by: Named): Case {
  const [voided] = services.db
    .update(cases)
    .set({ voidedAt: services.now(), voidedBy: by.id })
    .where(and(at(guildId, number), isNull(cases.voidedAt)))
    .returning()
    .all()
  if (voided) return voided
  demandCase(services, guildId, number)
  throw new UserError('moderation.void', `Case #${number} is void already.`)
}
