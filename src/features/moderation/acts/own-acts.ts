import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import { hasOwnCaseAt } from '../cases/case-store.ts'
import type { CaseKind } from '../contract.ts'
import { cases } from '../table.ts'
import { isPending } from './pending-acts.ts'

/**
 * Whether the bot itself did something, or is about to. Needed because some events, such as bulk bans, have no
 * executor.
 * @param act.at Unix ms
 */
export const isOwnAct = (
  services: Pick<Services, 'db' | 'memory'>,
  guildId: string,
  { kind, targetId, at }: { kind: CaseKind; targetId: string | null; at: number },
): boolean =>
  isPending(services, guildId, { kind, targetId }) || hasOwnCaseAt(services, guildId, { kind, targetId, at })

/** Kinds that change a membership. A warning changes nothing in Discord. */
const changing: CaseKind[] = ['timeout', 'untimeout', 'kick', 'softban', 'ban', 'unban', 'nick']
/** How long after an act was ordered Discord may have done it without having sent the event (ms). */
const unheardMs = 2 * 60_000

/** Prepared, because it runs for everybody who is to be sanctioned. */
const lately = processState(({ db }: Pick<Services, 'db'>) =>
  db
    .select({ number: cases.number })
    .from(cases)
    .where(
      and(
        eq(cases.guildId, sql.placeholder('guildId')),
        eq(cases.targetId, sql.placeholder('targetId')),
        inArray(cases.kind, changing),
        ne(cases.source, 'discord'),
        gt(cases.createdAt, sql.placeholder('since')),
      ),
    )
    .limit(1)
    .prepare(),
)

/** Whether the bot acted on a member so recently that the cached member may still be in the earlier state. */
export const actedLately = (
  services: Pick<Services, 'db' | 'memory' | 'now'>,
  guildId: string,
  targetId: string,
): boolean =>
  isPending(services, guildId, { kind: 'timeout', targetId }) ||
  lately(services).get({ guildId, targetId, since: services.now() - unheardMs }) !== undefined
