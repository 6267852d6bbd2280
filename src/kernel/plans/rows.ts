import { and, asc, count, desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Plan, Services } from '../feature.ts'
import type { Database } from '../storage/database.ts'
import { plans, planSteps as steps } from '../storage/table.ts'
import type { Counts, PlanPage, PlanProgress, PlanState } from '../declarations/plan.ts'

export type PlanRow = typeof plans.$inferSelect
export type StepRow = typeof steps.$inferSelect
type Kind = Pick<PlanRow, 'guildId' | 'feature' | 'plan'>

const countsShape = z.record(z.string(), z.number())
const active = ['running', 'undoing'] as const satisfies PlanState[]
/** How many ended plans of a kind are kept per guild. */
const kept = 10

/** A row's plan, as its feature declares it; undefined when the feature or the plan no longer exists. */
export const planOf = ({ features }: Pick<Services, 'features'>, { feature, plan }: PlanRow): Plan | undefined =>
  features.find(({ contract }) => contract.name === feature)?.parts.plans?.[plan]

/** The input that a plan was started with. @throws ZodError once it has ended and its input was dropped */
export const inputOf = (plan: Plan, row: PlanRow): unknown =>
  (plan.input ?? z.undefined()).parse(row.input ?? undefined)

export const isActive = ({ state }: Pick<PlanRow, 'state'>): boolean => state === 'running' || state === 'undoing'

export const progressOf = ({ id, state, counts, problem, startedAt, finishedAt }: PlanRow): PlanProgress => ({
  id,
  state,
  counts: countsShape.parse(counts),
  problem,
  startedAt,
  finishedAt,
})

function added(one: Counts, other: Counts): Counts {
  const sum: Record<string, number> = { ...one }
  for (const [name, value] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + value
  return sum
}

/** Creates the queries on the tables of plans and their steps. */
export function planRows(db: Database) {
  const isKind = ({ guildId, feature, plan }: Kind) =>
    and(eq(plans.guildId, guildId), eq(plans.feature, feature), eq(plans.plan, plan))
  const get = (id: number): PlanRow | undefined => db.select().from(plans).where(eq(plans.id, id)).get()
  const addCounts = (row: PlanRow, counts: Counts) =>
    db
      .update(plans)
      .set({ counts: added(countsShape.parse(get(row.id)?.counts ?? {}), counts) })
      .where(eq(plans.id, row.id))
      .run()
  const step = ({ planId, number }: Pick<StepRow, 'planId' | 'number'>) =>
    and(eq(steps.planId, planId), eq(steps.number, number))

  return {
    get,
    latest: (kind: Kind): PlanRow | undefined =>
      db.select().from(plans).where(isKind(kind)).orderBy(desc(plans.id)).limit(1).get(),
    /** Plans of a kind that are running or being undone. */
    active: (kind: Kind): PlanRow[] =>
      db
        .select()
        .from(plans)
        .where(and(isKind(kind), inArray(plans.state, active)))
        .all(),
    /** All plans of a guild, newest first. */
    ofGuild: (guildId: string): PlanRow[] =>
      db.select().from(plans).where(eq(plans.guildId, guildId)).orderBy(desc(plans.id)).all(),
    countActive: (guildId: string): number =>
      db
        .select({ n: count() })
        .from(plans)
        .where(and(eq(plans.guildId, guildId), inArray(plans.state, active)))
        .get()?.n ?? 0,

    insert: (row: Kind & Pick<PlanRow, 'input' | 'byId' | 'startedAt'>): PlanRow =>
      db
        .insert(plans)
        .values({ ...row, state: 'running', counts: {} })
        .returning()
        .get(),
    /** Deletes the oldest plans of a kind that have ended. */
    prune(kind: Kind): void {
      const old = db
        .select({ id: plans.id })
        .from(plans)
        .where(and(isKind(kind), notInArray(plans.state, active)))
        .orderBy(desc(plans.id))
        .all()
        .slice(kept)
        .map(({ id }) => id)
      db.delete(steps).where(inArray(steps.planId, old)).run()
      db.delete(plans).where(inArray(plans.id, old)).run()
    },
    /** Changes a plan that is still in the state of `row`. @returns whether it was */
    move: (
      row: Pick<PlanRow, 'id' | 'state'>,
      to: Partial<Pick<PlanRow, 'state' | 'problem' | 'finishedAt' | 'input'>>,
    ): boolean =>
      db
        .update(plans)
        .set(to)
        .where(and(eq(plans.id, row.id), eq(plans.state, row.state)))
        .run().changes > 0,

    /** Stores steps and the cursor to the next ones, unless the plan has ended in the meantime. */
    addPage(row: PlanRow, page: PlanPage<unknown>): void {
      db.transaction(() => {
        if (get(row.id)?.state !== 'running') return
        const last =
          db
            .select({ n: sql<number>`coalesce(max(${steps.number}), 0)` })
            .from(steps)
            .where(eq(steps.planId, row.id))
            .get()?.n ?? 0
        // One statement for all of them: nothing else runs while they are stored.
        db.run(sql`
          INSERT INTO ${steps} (plan_id, number, guild_id, step, state)
          SELECT ${row.id}, ${last + 1} + key, ${row.guildId}, value, 'todo'
          FROM json_each(${JSON.stringify(page.steps.map(one => JSON.stringify(one)))})`)
        db.update(plans)
          .set({ cursor: page.next ?? row.cursor, paged: page.next === null })
          .where(eq(plans.id, row.id))
          .run()
        if (page.counts) addCounts(row, page.counts)
      })
    },
    nextStep: (row: PlanRow): StepRow | undefined =>
      db
        .select()
        .from(steps)
        .where(and(eq(steps.planId, row.id), inArray(steps.state, ['begun', 'todo'])))
        .orderBy(asc(steps.number))
        .limit(1)
        .get(),
    /** The last step that was done, or started and possibly done. */
    lastStep: (row: PlanRow): StepRow | undefined =>
      db
        .select()
        .from(steps)
        .where(and(eq(steps.planId, row.id), inArray(steps.state, ['begun', 'done'])))
        .orderBy(desc(steps.number))
        .limit(1)
        .get(),
    beginStep: (one: StepRow) => db.update(steps).set({ state: 'begun' }).where(step(one)).run(),
    /** Records a step as done. @param keep whether to keep the step, for undoing it */
    endStep(row: PlanRow, one: StepRow, counts: Counts, keep: boolean): void {
      db.transaction(() => {
        if (keep) db.update(steps).set({ state: 'done' }).where(step(one)).run()
        else db.delete(steps).where(step(one)).run()
        addCounts(row, counts)
      })
    },
    dropStep: (one: StepRow) => db.delete(steps).where(step(one)).run(),
    dropSteps: (row: PlanRow) => db.delete(steps).where(eq(steps.planId, row.id)).run(),
  }
}
