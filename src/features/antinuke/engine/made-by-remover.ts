import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import { stateFrom } from '../journal/object-state.ts'
import { journal } from '../journal/table.ts'
import { overwritesById } from '../recovery/overwrite-parts.ts'
import { makerOf } from './action-rows.ts'
import type { Action } from './audit-entry.ts'
import { hasView } from './danger.ts'
import { isForMost } from './membership.ts'
import type { Powers } from './powers.ts'
import type { RosterPerson } from './roster.ts'

type Known = Pick<Services, 'db' | 'memory' | 'now'>

const statesSeen = processState(({ db }: Pick<Services, 'db'>) =>
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
    .limit(mostStates)
    .prepare(),
)
const mostStates = 100

/**
 * Whether a channel was for a few people each time it was seen, as tickets are: @everyone was denied it, and no role
 * that most members hold was shown it. True for channels that the bot never saw.
 */
function wasForFew(services: Known, guildId: string, id: string): boolean {
  return statesSeen(services)
    .all({ guildId, id })
    .every(({ state }) => {
      const overwrites = overwritesById(state === null ? undefined : stateFrom(state)['permission_overwrites'])
      const isShownToMost = [...overwrites].some(
        ([role, overwrite]) => role !== guildId && hasView(overwrite['allow']) && isForMost(services, guildId, role),
      )
      return hasView(overwrites.get(guildId)?.['deny']) && !isShownToMost
    })
}

/**
 * Says what somebody removes, where removing it is everyday work: something that a bot made itself longer ago than the
 * ledger knows, a webhook that a person made themselves, or a ticket that a bot made.
 * @returns 'closed' for a bot's own channel for a few people, 'ticket' for one that a person removes, 'open' for anything
 * else that the actor made; undefined for everything else, and where the maker is unknown
 */
export function madeByRemover(
  services: Known,
  { guildId, roles }: Pick<Powers, 'guildId' | 'roles'>,
  { operation, object }: Pick<Action, 'operation' | 'object'>,
  by: Pick<RosterPerson, 'id' | 'bot'>,
): 'closed' | 'open' | 'ticket' | undefined {
  if (operation !== 'remove' || !object || object.kind === 'member' || !/^\d{15,20}$/.test(object.id)) return undefined
  if (!by.bot && object.kind !== 'channel' && object.kind !== 'webhook') return undefined
  const maker = makerOf(services, guildId, object.id)
  // People tidy up old feeds that they set up themselves.
  if (!by.bot && object.kind === 'webhook') return maker === by.id ? 'open' : undefined
  if (by.bot && maker !== by.id) return undefined
  if (!by.bot && !(maker && [...roles.values()].some(({ botId }) => botId === maker))) return undefined
  const isForFew = object.kind === 'channel' && wasForFew(services, guildId, object.id)
  if (by.bot) return isForFew ? 'closed' : 'open'
  return isForFew ? 'ticket' : undefined
}
