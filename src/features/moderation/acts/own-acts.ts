import type { Services } from '#kernel/feature.ts'
import { caseOfOursAt } from '../cases/case-store.ts'
import type { CaseKind } from '../contract.ts'
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
