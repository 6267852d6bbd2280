import { and, asc, eq, gt, lte, ne } from 'drizzle-orm'
import { z } from 'zod'
import { UserError } from '#kit/errors.ts'
import { plan, type Services } from '#kernel/feature.ts'
import { activityOf } from '../earning/activity.ts'
import { followBatch } from '../role-changes/role-run.ts'
import { levelingMembers as members } from '../table.ts'
import { permissionsToTakeRoles } from '../role-changes/permissions.ts'
import { batchReversal, undoAbandoned, batchDescriptions } from './undo.ts'
import { type XpAuthor, changeXp, newBatch } from './change-xp.ts'

/** The members handled in one transaction, which is the longest that anything else waits. */
const atOnce = 500

/** Takes all XP in a server, some members at a time by id; messages and voice time stay. Can be undone by its batch. */
export const resetRun = plan({
  title: 'Reset of everybody’s XP',
  permissions: (_services, { input: { take } }) => permissionsToTakeRoles(take),
  again: 'refuse',
  attempts: 1,
  input: z.object({
    batch: z.string(),
    by: z.object({ userId: z.string(), name: z.string() }),
    take: z.boolean().default(false),
  }),
  step: z.object({ after: z.string(), last: z.string() }),
  page(services, { guild }, cursor) {
    activityOf(services).flush()
    const ids = services.db
      .select({ userId: members.userId })
      .from(members)
      .where(and(eq(members.guildId, guild.id), gt(members.userId, cursor)))
      .orderBy(asc(members.userId))
      .limit(atOnce)
      .all()
    const last = ids.at(-1)?.userId
    if (last === undefined) return { steps: [], next: null }
    return { steps: [{ after: cursor, last }], next: ids.length === atOnce ? last : null }
  },
  apply(services, { after, last }, { guild, input: { batch, by } }) {
    activityOf(services).flush()
    const theirs = and(gt(members.userId, after), lte(members.userId, last), ne(members.total, 0))
    const entries = services.db
      .select({ userId: members.userId })
      .from(members)
      .where(and(eq(members.guildId, guild.id), theirs))
      .all()
      .map(({ userId }) => ({ userId, total: 0 }))
    return { members: changeXp(services, { guildId: guild.id, kind: 'reset', by, entries, batch }) }
  },
  done(services, { guild, input: { batch, by, take } }) {
    if (take) followBatch(services, guild.id, { batch, byId: by.userId, take })
  },
  abandoned: undoAbandoned,
  reversal: batchReversal,
  told: batchDescriptions,
})

/**
 * Takes all XP in a server. Resumes after a restart.
 * @param take also takes the level roles of everybody who had XP
 * @returns how many had any, and the batch by which to undo it
 * @throws UserError if it was canceled; what was taken is then given back
 */
export async function resetAll(
  { plans }: Pick<Services, 'plans'>,
  guildId: string,
  { by, take }: { by: XpAuthor; take: boolean },
): Promise<{ members: number; batch: string }> {
  const input = { batch: newBatch('reset'), by, take }
  const { id } = plans.start(resetRun, { guildId, byId: by.userId, input })
  const ended = await plans.settled(id)
  if (ended?.state === 'cancelled')
    throw new UserError('leveling.cancelled', 'The reset was canceled. Everybody gets back what was taken.', 409)
  if (ended?.state !== 'done') throw new Error(`the reset failed: ${ended?.problem ?? 'the server is gone'}`)
  return { members: ended.counts['members'] ?? 0, batch: input.batch }
}
