import { and, eq } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { reasonOf } from './run-steps.ts'
import { recoveryById } from './store.ts'
import { recoverySteps } from './table.ts'

/**
 * Whether an entry of the audit log is a recovery's own step about a member, by the reason that it gave Discord.
 * @param entry.actorId who did it, as Discord says
 */
export function isOwnStep(
  { db, client }: Pick<Services, 'db' | 'client'>,
  guildId: string,
  entry: { actorId: string | null; targetId: string | null; reason: string | null },
): boolean {
  const id = /, step (\d+)$/.exec(entry.reason ?? '')?.[1]
  if (entry.actorId !== client.user.id || id === undefined || entry.targetId === null) return false
  const step = db
    .select()
    .from(recoverySteps)
    .where(
      and(
        eq(recoverySteps.guildId, guildId),
        eq(recoverySteps.id, Number(id)),
        eq(recoverySteps.userId, entry.targetId),
      ),
    )
    .get()
  const recovery = step && recoveryById({ db }, step.recoveryId)
  return step !== undefined && recovery !== undefined && reasonOf(recovery, step) === entry.reason
}
