import { z } from 'zod'
import { plan, type Services } from '#kernel/feature.ts'
import leveling from './contract.ts'
import { startRun } from './role-run.ts'
import { type Author, newBatch, undoable, undoPart } from './xp-changes.ts'

/** Members handled in one transaction: nobody waits for longer than that takes. */
const atOnce = 500

/** Undoes a batch of changes, some members at a time; roles follow. */
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

/** Undoes what a batch changed and keeps what was earned since. Resumes after a restart. @returns how many members it affects */
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
