import { z } from 'zod'
import { endpoint, person, stream } from '#contract'

/** Multi-step work, such as an import. */
const planItem = z.object({
  id: z.number(),
  feature: z.string(),
  featureTitle: z.string(),
  /** Its title: 'Import of levels'. */
  title: z.string(),
  state: z.enum(['running', 'done', 'failed', 'cancelled', 'undoing', 'undone']),
  /** The number of steps by outcome. */
  counts: z.record(z.string(), z.number()),
  /** Why it failed or was canceled, as a sentence. */
  problem: z.string().nullable(),
  startedBy: person.nullable(),
  /** Unix ms. */
  startedAt: z.number(),
  finishedAt: z.number().nullable(),
  mayCancel: z.boolean(),
  mayUndo: z.boolean(),
  /** What canceling and undoing do, as sentences for the confirmation. */
  cancelEffect: z.string(),
  undoEffect: z.string(),
})
export type PlanItem = z.output<typeof planItem>

export const planEndpoints = {
  plans: endpoint({
    summary: 'Lists multi-step work in the server, such as imports, with progress and results.',
    method: 'GET',
    path: '/guild/:guildId/plans',
    // Only people who may view a feature see its work.
    needs: 'visit',
    reply: z.object({ plans: z.array(planItem) }),
  }),
  plansLive: endpoint({
    summary: 'Reports at once when multi-step work has started, progressed or ended.',
    method: 'GET',
    path: '/guild/:guildId/plans/live',
    needs: 'visit',
    reply: stream({ changed: z.object({}) }),
  }),
  cancelPlan: endpoint({
    summary: 'Cancels multi-step work after its current step.',
    method: 'POST',
    idempotent: 'Work that has ended is refused.',
    path: '/guild/:guildId/plans/:id/cancel',
    // The handler checks the rights in the feature that the work belongs to, as for undoing.
    needs: 'visit',
    reply: z.object({}),
  }),
  undoPlan: endpoint({
    summary: 'Undoes what multi-step work has done, last step first.',
    method: 'POST',
    idempotent: 'Work that was undone is refused.',
    path: '/guild/:guildId/plans/:id/undo',
    needs: 'visit',
    reply: z.object({}),
  }),
}
