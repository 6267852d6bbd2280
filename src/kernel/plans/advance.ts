import { z } from 'zod'
import { UserError } from '#kit/errors.ts'
import { createBackgroundYield } from '#kit/event-loop.ts'
import { inLane } from '../discord/lanes.ts'
import kernel from '../contract.ts'
import { job, type Plan, processState, type Services } from '../feature.ts'
import { mostAttempts } from '../scheduler/backoff.ts'
import type { PlanPlace, PlanProgress } from '../declarations/plan.ts'
import { inputOf, isActive, planOf, planRows, type PlanRow, type StepRow } from './rows.ts'

/**
 * How many steps and pages a run of the job does before the next run continues, so that a shutdown never waits long.
 */
const stepsPerRun = 20

/** Callbacks that wait for a plan to end, by its id. */
export const waiting = processState((): Map<number, (() => void)[]> => new Map())

/** Notifies the pages that show plans. */
const tell = ({ live }: Services, { guildId }: PlanRow) => live.publish(guildId, kernel, 'plansLive', 'changed', {})

/**
 * Ends a plan, runs `alongside` in the same transaction, and notifies those who wait for it. @returns whether it was
 * still in the state of `row`
 */
export function settle(
  services: Services,
  row: PlanRow,
  state: Exclude<PlanProgress['state'], 'running' | 'undoing'>,
  problem: string | null = null,
  alongside?: () => void,
): boolean {
  const rows = planRows(services.db)
  const ended = { state, problem, finishedAt: services.now() }
  // Data that is no longer needed is dropped, because it may name people.
  const plan = planOf(services, row)
  const forget = plan?.undo === undefined || state === 'undone'
  const abandoned = state === 'failed' || state === 'cancelled'
  const moved = services.db.transaction(() => {
    const kept = state === 'done' ? (plan?.reversal?.keep(inputOf(plan, row)) ?? null) : null
    if (!rows.move(row, forget ? { ...ended, input: kept } : ended)) return false
    if (forget) rows.dropSteps(row)
    alongside?.()
    if (abandoned && plan?.abandoned)
      plan.abandoned(services, { planId: row.id, guildId: row.guildId, input: inputOf(plan, row) })
    return true
  })
  if (moved) {
    for (const wake of waiting(services).get(row.id) ?? []) wake()
    waiting(services).delete(row.id)
    tell(services, row)
  }
  return moved
}

/** Schedules the next run of a plan, now or at its pace. */
export function schedule(services: Services, row: PlanRow, inMs = 0): void {
  const { id, guildId } = row
  services.scheduler.at(advancePlan, {
    at: services.now() + inMs,
    guildId,
    key: String(id),
    payload: { planId: id },
  })
  tell(services, row)
}

async function perform(services: Services, plan: Plan, row: PlanRow, step: StepRow, place: PlanPlace<unknown>) {
  const rows = planRows(services.db)
  const data = plan.step.parse(step.step)
  const keep = plan.undo !== undefined
  if (plan.apply) {
    const { apply } = plan
    services.db.transaction(() => rows.endStep(row, step, apply(services, data, place) ?? {}, keep))
    return
  }
  rows.beginStep(step)
  rows.endStep(row, step, (await plan.run?.(services, data, place)) ?? {}, keep)
}

/** Continues a plan. @returns whether there is more to do */
async function forward(services: Services, plan: Plan, id: number, place: PlanPlace<unknown>): Promise<boolean> {
  const rows = planRows(services.db)
  const turns = createBackgroundYield()
  for (let budget = stepsPerRun; budget > 0; budget--) {
    // It may have been canceled or erased in the meantime.
    const row = rows.get(id)
    if (row?.state !== 'running') return row?.state === 'undoing'
    const step = rows.nextStep(row)
    if (step) {
      await perform(services, plan, row, step, place)
      if (plan.paceMs !== undefined) return true
      // Steps that await nothing would block everything else.
      await turns()
    } else if (row.paged || !plan.page) {
      settle(services, row, 'done', null, () => plan.done?.(services, place))
      return false
    } else rows.addPage(row, await plan.page(services, place, row.cursor))
  }
  return true
}

/** Undoes a plan's steps, last one first. @returns whether there is more to do */
async function backward(services: Services, plan: Plan, id: number, place: PlanPlace<unknown>): Promise<boolean> {
  const rows = planRows(services.db)
  const turns = createBackgroundYield()
  for (let budget = stepsPerRun; budget > 0; budget--) {
    const row = rows.get(id)
    if (row?.state !== 'undoing') return false
    const step = rows.lastStep(row)
    if (!step) {
      settle(services, row, 'undone')
      return false
    }
    await plan.undo?.(services, plan.step.parse(step.step), place)
    rows.dropStep(step)
    if (plan.paceMs !== undefined) return true
    await turns()
  }
  return true
}

/** Not the plan's own failure, so it does not count against the plan's own number of attempts. */
class Unreachable extends UserError {}

const reasonOf = (error: unknown): string => (error instanceof UserError ? error.message : 'Something went wrong.')

async function advance(services: Services, row: PlanRow): Promise<void> {
  const plan = planOf(services, row)
  if (!plan) throw new UserError('plans.gone', 'The module this belongs to no longer exists.')
  if (!services.client.isReady()) throw new Unreachable('plans.offline', 'Discord is not connected.', 503)
  const guild = services.client.guilds.cache.get(row.guildId)
  if (!guild) {
    settle(services, row, 'cancelled', 'The bot is no longer in this server.')
    return
  }
  if (!guild.available) throw new Unreachable('plans.unavailable', 'Discord does not show this server right now.', 503)
  const place = { planId: row.id, guild, input: inputOf(plan, row) }
  const work = row.state === 'running' ? forward : backward
  const more = await inLane('bulk', () => work(services, plan, row.id, place))
  if (more) schedule(services, row, plan.paceMs)
}

/** The job that does some steps of a plan and schedules its next run. */
export const advancePlan = job({
  payload: z.object({ planId: z.number() }),
  async run(services, { planId }, { attempt }) {
    const row = planRows(services.db).get(planId)
    if (!row || !isActive(row)) return
    try {
      await advance(services, row)
    } catch (error) {
      const own = error instanceof Unreachable ? undefined : planOf(services, row)?.attempts
      if (attempt >= (own ?? mostAttempts)) settle(services, row, 'failed', reasonOf(error))
      throw error
    }
  },
})
