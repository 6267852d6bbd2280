import type { GuildMember, PermissionsString } from 'discord.js'
import { peopleOf } from '#kit/people.ts'
import { UserError } from '#kit/errors.ts'
import type { PlanItem } from './contract.ts'
import type { Plan, Services } from '../feature.ts'
import { demandPermissions } from '../rights/permissions.ts'
import { insufficient } from '../rights/rights.ts'
import { inputOf, isActive, planRows, type PlanRow, planOf, progressOf } from './rows.ts'

/** How many plans a page shows. */
const shown = 20

const unknown = () => new UserError('plans.unknown', 'There is no such work.', 404)

/** Returns the plan with an id, for somebody who manages the feature it belongs to. @throws UserError 404 or 403 */
function manageable(services: Services, member: GuildMember, id: number): { row: PlanRow; plan: Plan } {
  const row = planRows(services.db).get(id)
  const plan = row && planOf(services, row)
  // A plan that somebody may not see must look as if it did not exist.
  if (!row || !plan || row.guildId !== member.guild.id || !services.access.has(member, 'view', row.feature))
    throw unknown()
  if (!services.access.has(member, 'manage', row.feature)) throw insufficient(services, 'manage', row.feature)
  demandPermissions(member, neededFor(services, row, plan))
  return { row, plan }
}

/** The Discord permissions needed to cancel or undo it; none once neither is possible. */
function neededFor(services: Services, row: PlanRow, plan: Plan): readonly PermissionsString[] {
  const { permissions = [], reversal } = plan
  const { guildId } = row
  const kept = keptOf(row)
  if (kept !== undefined && reversal?.permissions) return reversal.permissions(services, { guildId, kept })
  if (typeof permissions !== 'function') return permissions
  const hasInput = isActive(row) || (plan.undo !== undefined && row.state !== 'undone')
  return hasInput ? permissions(services, { guildId, input: inputOf(plan, row) }) : []
}

const keptOf = ({ state, input }: PlanRow): string | undefined =>
  state === 'done' && typeof input === 'string' ? input : undefined

/** What a finished plan kept so that it can be undone as a whole; undefined when it cannot. */
function reversible(services: Services, row: PlanRow, plan: Plan): string | undefined {
  const kept = keptOf(row)
  return kept !== undefined && plan.reversal?.may(services, { guildId: row.guildId, kept }) ? kept : undefined
}

const mayUndo = (services: Services, row: PlanRow, plan: Plan): boolean =>
  reversible(services, row, plan) !== undefined || services.plans.mayUndo(plan, row.guildId, row.id)

/** The latest plans of the features that `viewer` may see, newest first, with what they may do about each. */
export async function plansPage(services: Services, viewer: GuildMember): Promise<PlanItem[]> {
  const rows = planRows(services.db)
  const seen = rows
    .ofGuild(viewer.guild.id)
    .filter(({ feature }) => services.access.has(viewer, 'view', feature))
    .slice(0, shown)
  const person = await peopleOf(
    services.client,
    seen.flatMap(({ byId }) => byId ?? []),
  )
  return seen.flatMap(row => {
    const feature = services.features.find(({ contract }) => contract.name === row.feature)
    const plan = planOf(services, row)
    if (!feature || !plan) return []
    const manages =
      services.access.has(viewer, 'manage', row.feature) && viewer.permissions.has([...neededFor(services, row, plan)])
    return {
      ...progressOf(row),
      feature: row.feature,
      featureTitle: feature.contract.title,
      title: plan.title,
      startedBy: row.byId === null ? null : person(row.byId),
      mayCancel: manages && row.state === 'running',
      mayUndo: manages && mayUndo(services, row, plan),
      cancelEffect: plan.told?.cancel ?? 'What it has done so far stays as it is.',
      undoEffect: plan.told?.undo ?? 'Everything it has done is undone, last step first.',
    }
  })
}

/** Cancels a plan. @throws UserError 404, 403, or 409 when it has ended */
export function cancelPlan(services: Services, member: GuildMember, id: number): void {
  const { row, plan } = manageable(services, member, id)
  if (!services.plans.cancel(plan, row.guildId, row.id))
    throw new UserError('plans.ended', 'This has already ended.', 409)
}

/** Undoes a plan. @throws UserError 404, 403, or 409 when there is nothing to undo */
export function undoPlan(services: Services, member: GuildMember, id: number): void {
  const { row, plan } = manageable(services, member, id)
  const kept = reversible(services, row, plan)
  if (kept !== undefined) return plan.reversal?.start(services, { guildId: row.guildId, kept, by: member })
  if (!services.plans.undo(plan, row.guildId, row.id))
    throw new UserError('plans.settled', 'There is nothing left of this to undo.', 409)
}
