import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import { stateFrom } from '../journal/object-state.ts'
import { journal } from '../journal/table.ts'
import { overwritesById } from '../recovery/overwrite-parts.ts'
import { makerOf } from './action-rows.ts'
import type { Action } from './audit-entry.ts'
import { hasView } from './danger.ts'

type Known = Pick<Services, 'db' | 'memory'>

const lastSeen = processState(({ db }: Pick<Services, 'db'>) =>
  db
    .select({ state: journal.state })
    .from(journal)
    .where(
      and(
        eq(journal.guildId, sql.placeholder('guildId')),
        eq(journal.kind, 'channel'),
        eq(journal.objectId, sql.placeholder('id')),
        isNotNull(journal.state),
      ),
    )
    .orderBy(desc(journal.id))
    .limit(1)
    .prepare(),
)

/** Whether @everyone did not see a channel when it was last seen; nor do they where the bot never did. */
function isClosed(services: Known, guildId: string, id: string): boolean {
  const state = lastSeen(services).get({ guildId, id })?.state ?? null
  if (state === null) return true
  return hasView(overwritesById(stateFrom(state)['permission_overwrites']).get(guildId)?.['deny'])
}

/**
 * Whether somebody made what they remove, longer ago than the ledger knows.
 * @returns whether it is a channel that @everyone does not see, as tickets are; undefined where somebody else made it, or
 * nobody knows who
 */
export function madeBefore(
  services: Known,
  guildId: string,
  { operation, object }: Pick<Action, 'operation' | 'object'>,
  makerId: string,
): 'closed' | 'open' | undefined {
  if (operation !== 'remove' || !object || object.kind === 'member' || !/^\d{15,20}$/.test(object.id)) return undefined
  if (makerOf(services, guildId, object.id) !== makerId) return undefined
  return object.kind === 'channel' && isClosed(services, guildId, object.id) ? 'closed' : 'open'
}
