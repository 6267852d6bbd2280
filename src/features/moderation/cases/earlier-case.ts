import { and, eq, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import { keyOfAnother } from '#kit/request-key.ts'
import { cases } from '../table.ts'

type Case = typeof cases.$inferSelect
type Lookup = Pick<Services, 'db' | 'memory'>

/** The case that came from `key`, if there is one. */
export const caseByKey = (services: Lookup, guildId: string, key: string): Case | undefined =>
  byKey(services).get({ guildId, key })

/**
 * The case that an order has come to before.
 * @throws UserError 409 where the key was that of another order
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

/** Asked for at every entry of the audit log, and for everybody who takes part in an attack. */
const byKey = processState(({ db }: Pick<Services, 'db'>) =>
  db
    .select()
    .from(cases)
    .where(and(eq(cases.guildId, sql.placeholder('guildId')), eq(cases.key, sql.placeholder('key'))))
    .prepare(),
)
