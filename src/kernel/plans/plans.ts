import { z } from 'zod'
import { UserError } from '#kit/errors.ts'
import { demandPremium } from '../entitlements.ts'
import type { Services } from '../feature.ts'
import { schedule, settle, waiting } from './advance.ts'
import type { Plans, Startable } from '../declarations/plan.ts'
import { isActive, planRows, type PlanRow, progressOf } from './rows.ts'

/** How many plans one guild may have active at the same time. */
const mostActive = 10
const nothing = z.undefined()

/** Creates the plans. @param services returns the services; called at first use, because they contain the plans */
export function createPlans(services: () => Services): Plans {
  let names: Map<Startable, Pick<PlanRow, 'feature' | 'plan'>> | undefined
  const declared = () =>
    services().features.flatMap(({ contract, parts }) =>
      Object.entries(parts.plans ?? {}).map(
        ([plan, one]) => [one as Startable, { feature: contract.name, plan }] as const,
      ),
    )
  const kindOf = (plan: Startable, guildId: string) => {
    const name = (names ??= new Map(declared())).get(plan)
    if (!name) throw new Error('a plan was named that no feature declares')
    return { ...name, guildId }
  }
  const find = (plan: Startable, guildId: string, planId: number): PlanRow | undefined => {
    const kind = kindOf(plan, guildId)
    const row = planRows(services().db).get(planId)
    return row && (['guildId', 'feature', 'plan'] as const).every(key => row[key] === kind[key]) ? row : undefined
  }

  const undoable = (plan: Startable, guildId: string, planId: number): PlanRow | undefined => {
    const row = find(plan, guildId, planId)
    if (!row || !plan.undo || row.state === 'undoing' || row.state === 'undone') return undefined
    return row.state === 'running' || planRows(services().db).lastStep(row) !== undefined ? row : undefined
  }

  return {
    start(plan, { guildId, byId = null, steps = [], ...more }) {
      const kind = kindOf(plan, guildId)
      const contract = services().features.find(one => one.contract.name === kind.feature)?.contract
      if (contract) demandPremium(services(), contract, guildId)
      const input: unknown = 'input' in more ? more.input : undefined
      ;(plan.input ?? nothing).parse(input)
      const { db, now } = services()
      const rows = planRows(db)
      return db.transaction(() => {
        for (const row of plan.again === 'alongside' ? [] : rows.active(kind)) {
          if (plan.again === 'refuse')
            throw new UserError('plans.running', 'This is already in progress. Try again when it is done.', 409)
          settle(services(), row, 'cancelled', 'It was started again.')
        }
        if (rows.countActive(guildId) >= mostActive)
          throw new UserError(
            'plans.busy',
            'Too much is in progress in this server. Try again when some of it is done.',
            429,
          )
        rows.prune(kind)
        const row = rows.insert({ ...kind, input: input ?? null, byId, startedAt: now() })
        if (steps.length > 0) rows.addPage(row, { steps, next: row.cursor })
        schedule(services(), row)
        return progressOf(row)
      })
    },
    latest(plan, guildId) {
      const row = planRows(services().db).latest(kindOf(plan, guildId))
      return row && progressOf(row)
    },
    cancel(plan, guildId, planId) {
      const row = find(plan, guildId, planId)
      return row?.state === 'running' && settle(services(), row, 'cancelled')
    },
    mayUndo: (plan, guildId, planId) => undoable(plan, guildId, planId) !== undefined,
    undo(plan, guildId, planId) {
      return services().db.transaction(() => {
        const row = undoable(plan, guildId, planId)
        const back = { state: 'undoing', problem: null, finishedAt: null } as const
        if (!row || !planRows(services().db).move(row, back)) return false
        schedule(services(), row)
        return true
      })
    },
    async settled(planId) {
      const row = planRows(services().db).get(planId)
      if (!row || !isActive(row)) return row && progressOf(row)
      const { promise, resolve } = Promise.withResolvers<void>()
      const others = waiting(services()).get(planId) ?? []
      waiting(services()).set(planId, [...others, resolve])
      await promise
      const ended = planRows(services().db).get(planId)
      return ended && progressOf(ended)
    },
  }
}
