import { z } from 'zod'
import { plan, type Services } from '#kernel/feature.ts'
import leveling from './contract.ts'
import { startRun } from './role-run.ts'
import { type Author, newBatch, undoable, undoPart } from './xp-changes.ts'

/** Members that are dealt with in one transaction: others wait for no more than that. */
const atOnce = 500

/** Takes back a batch of changes, some members at a time; roles follow. */
export const undoRun = plan({
  again: 'refuse',
  attempts: 1,
  input: z.object({ batch: z.string(), into: z.string(), by: z.object({ userId: z.string(), name: z.string() }) }),
  step: z.object({}),
  apply(services, _step, { guild, input }) {
    undoPart(services, guild.id, { ...input, limit: atOnce })
  },
  done(services, { guild }) {
    if (services.settings.read(guild.id, leveling).levelRoles.length > 0) startRun(services, guild.id)
  },
})

/** Takes back what a batch changed; what was earned since stays. Goes on after a restart. @returns how many members it concerns */
export async function undoBatch(
  { db, plans }: Pick<Services, 'db' | 'plans'>,
  guildId: string,
  batch: string,
  by: Author,
): Promise<number> {
  const members = undoable(db, guildId, batch)
  if (members === 0) return 0
  const steps = Array.from({ length: Math.ceil(members / atOnce) }, () => ({}))
  const { id } = plans.start(undoRun, { guildId, byId: by.userId, input: { batch, into: newBatch('undo'), by }, steps })
  const ended = await plans.settled(id)
  if (ended?.state !== 'done')
    throw new Error(`${batch} could not be undone: ${ended?.problem ?? 'the server is gone'}`)
  return members
}
