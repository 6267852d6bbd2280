import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import { caseOfOursAt } from '../cases/case-store.ts'
import type { CaseKind } from '../contract.ts'
import { cases } from '../table.ts'
import { isPending } from './pending-acts.ts'

/**
 * Whether the bot itself did something, or is about to: bans in bulk, among others, come without an executor.
 * @param act.at Unix ms
 */
export const isOwnAct = (
  services: Pick<Services, 'db' | 'memory'>,
  guildId: string,
  { kind, targetId, at }: { kind: CaseKind; targetId: string | null; at: number },
): boolean =>
  isPending(services, guildId, { kind, targetId }) || caseOfOursAt(services, guildId, { kind, targetId, at })

/** What changes a membership: a warning is nothing to Discord. */
const changing: CaseKind[] = ['timeout', 'untimeout', 'kick', 'softban', 'ban', 'unban', 'nick']
/** For so long after an act was ordered Discord may have done it without having told of it. */
const unheardMs = 2 * 60_000

/** Asked of everybody who is to be sanctioned. */
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

/** Whether the bot did something to a member so lately that what it remembers of them may be how they were before. */
export const actedLately = (
  services: Pick<Services, 'db' | 'memory' | 'now'>,
  guildId: string,
  targetId: string,
): boolean =>
  isPending(services, guildId, { kind: 'timeout', targetId }) ||
  lately(services).get({ guildId, targetId, since: services.now() - unheardMs }) !== undefined
