import { z } from 'zod'
import { type Plan, plan, type Services } from '#kernel/feature.ts'
import { neededToUndo } from '../role-changes/permissions.ts'
import { undoRoles } from '../role-changes/undo.ts'
import { roleRows } from '../role-changes/rows.ts'
import { type XpAuthor, newBatch, undoable, undoPart } from './change-xp.ts'

/** The members handled in one transaction, which is the longest that anything else waits. */
const atOnce = 500

const author = z.object({ userId: z.string(), name: z.string() })
const input = z.object({ batch: z.string(), into: z.string(), by: author })
const step = z.object({})

/** Undoes a batch of changes, some members at a time. */
const undoing: Omit<Plan<typeof input, typeof step>, 'title'> = {
  again: 'refuse',
  input,
  step,
  apply: (services, _step, { guild, input: order }) => ({
    members: undoPart(services, guild.id, { ...order, limit: atOnce }),
  }),
}

/** An undo that somebody waits for; they are notified if it fails, and can ask again. */
export const undoRun = plan({ ...undoing, title: 'Undo of XP changes', attempts: 1 })

/** An undo that nobody waits for, after work that must not be left incomplete has failed or was canceled. */
export const takeBackRun = plan({ ...undoing, title: 'Taking back XP changes that were not completed' })

type Order = { guildId: string; batch: string; by: XpAuthor }

const startUndo = ({ plans }: Pick<Services, 'plans'>, which: typeof undoRun, order: Order, members: number) =>
  plans.start(which, {
    guildId: order.guildId,
    byId: order.by.userId,
    input: { batch: order.batch, into: newBatch('undo'), by: order.by },
    steps: Array.from({ length: Math.ceil(members / atOnce) }, () => ({})),
  })

/** Starts reverting the roles of a batch in the background. @returns for how many members */
function startRoleUndo({ db, plans }: Pick<Services, 'db' | 'plans'>, { guildId, batch, by }: Order): number {
  const rows = roleRows(db, guildId)
  const members = rows.toUndo(batch)
  // This also stops a batch whose roles are still being given.
  const moved = rows.moveBatch(batch, members > 0 ? ['following', 'followed', 'stopped'] : ['following'], 'undoing')
  if (moved) plans.start(undoRoles, { guildId, byId: by.userId, input: { batch } })
  return moved ? members : 0
}

/** @throws UserError while another undo is in progress */
const startBatchUndo = (services: Pick<Services, 'db' | 'plans'>, order: Order) =>
  services.db.transaction(() => {
    const xp = undoable(services.db, order.guildId, order.batch)
    const roles = startRoleUndo(services, order)
    return { members: Math.max(xp, roles), run: xp > 0 ? startUndo(services, undoRun, order, xp) : undefined }
  })

/**
 * Undoes a batch's changes and keeps what was earned since; the roles it gave and took follow in the background.
 * Resumes after a restart.
 * @returns how many members it affects
 */
export async function undoBatch(services: Pick<Services, 'db' | 'plans'>, order: Order): Promise<number> {
  const { plans } = services
  const { members, run } = startBatchUndo(services, order)
  const ended = run && (await plans.settled(run.id))
  if (run && ended?.state !== 'done')
    throw new Error(`${order.batch} could not be undone: ${ended?.problem ?? 'the server is gone'}`)
  return members
}

/** The undo of a whole batch, as offered for finished work. */
export const batchReversal = {
  keep: ({ batch }) => batch,
  may: ({ db }, { guildId, kept: batch }) => undoable(db, guildId, batch) > 0 || roleRows(db, guildId).mayUndo(batch),
  permissions: (services, { guildId, kept }) => neededToUndo(services, guildId, kept),
  start(services, { guildId, kept: batch, by: { id, user } }) {
    startBatchUndo(services, { guildId, batch, by: { userId: id, name: user.username } })
  },
} satisfies NonNullable<Plan<z.ZodObject<{ batch: z.ZodString }>>['reversal']>

/** What canceling and undoing a change of XP for many members do. */
export const batchDescriptions = {
  cancel: 'Everything it has changed so far is taken back.',
  undo: 'Every member of that change gets back what it took or loses what it gave, roles too. What they earned since stays, and so does every role that somebody has given or taken since.',
}

/** Undoes in the background what an abandoned plan had changed. */
export const undoAbandoned = (
  services: Pick<Services, 'db' | 'plans'>,
  { guildId, input: { batch, by } }: { guildId: string; input: { batch: string; by: XpAuthor } },
): void => {
  const members = undoable(services.db, guildId, batch)
  if (members > 0) startUndo(services, takeBackRun, { guildId, batch, by }, members)
}
