import { and, eq, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import { keyOfAnother } from '#kit/request-key.ts'
import { cases } from '../table.ts'

type Case = typeof cases.$inferSelect
type Lookup = Pick<Services, 'db' | 'memory'>

/** Returns the case with a key, if there is one. */
export const caseByKey = (services: Lookup, guildId: string, key: string): Case | undefined =>
  byKey(services).get({ guildId, key })

/**
 * Returns the case that an order with the same key has already led to.
 * @throws UserError 409 if the key belonged to another order
 */
export function earlierCase(
  services: Lookup,
  guildId: string,
  { key, asked }: { key?: string | undefined; asked?: string | undefined },
): Case | undefined {
  const earlier = key === undefined ? undefined : caseByKey(services, guildId, key)
  if (earlier && earlier.asked !== null && asked !== undefined && earlier.asked !== asked) throw keyOfAnother()
  return earlier
}

/** Prepared, because it runs for every entry of the audit log, and for everybody who takes part in an attack. */
const byKey = processState(({ db }: Pick<Services, 'db'>) =>
  db
    .select()
    .from(cases)
    .where(and(eq(cases.guildId, sql.placeholder('guildId')), eq(cases.key, sql.placeholder('key'))))
    .prepare(),
)
