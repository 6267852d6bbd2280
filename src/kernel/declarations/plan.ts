import type { Guild, GuildMember, PermissionsString } from 'discord.js'
import type { z } from 'zod'

type Awaitable<T> = T | Promise<T>

/** The number of steps by outcome: `{ given: 3, failed: 1 }`. */
export type Counts = Readonly<Record<string, number>>

/** Where a plan runs, and what it was started with. */
export interface PlanPlace<I> {
  planId: number
  guild: Guild
  input: I
}

/** One page of a plan's steps, and the cursor to the next page: null when these are the last. */
export interface PlanPage<D> {
  steps: readonly D[]
  next: string | null
  /** Outcomes that are known without a step, such as members who were checked and need none. */
  counts?: Counts
}

/** How a finished plan is undone as a whole, by separate work, when its steps are not undone one by one. */
interface Reversal<S, I> {
  /** What is kept of the input to find its results by; must not name people. */
  keep(input: I): string
  /** Whether there is anything left to undo. */
  may(services: S, place: { guildId: string; kept: string }): boolean
  /** The Discord permissions needed to undo it, when they differ from the plan's. */
  permissions?(services: S, place: { guildId: string; kept: string }): readonly PermissionsString[]
  /** Starts undoing. @throws UserError when that is not possible now */
  start(services: S, place: { guildId: string; kept: string; by: GuildMember }): void
}

type Again = 'replace' | 'refuse' | 'alongside'

/**
 * Multi-step work in one guild that survives a kill -9: steps are stored a page at a time, done in order, and each is
 * recorded as done. Declare exactly one of `run` and `apply`, which does a step.
 */
export interface Plan<S, I extends z.ZodType = z.ZodType, D extends z.ZodType = z.ZodType> {
  /** Its title in lists on pages: 'Import of levels'. */
  title: string
  input?: I
  step: D
  /**
   * What happens when it is started while another run is active in the same guild: it replaces that run, is refused, or
   * runs alongside it.
   */
  again: Again
  /** The Discord permissions needed to cancel or undo it: the same as to start it. */
  permissions?:
    | readonly PermissionsString[]
    | ((services: S, place: { guildId: string; input: z.output<I> }) => readonly PermissionsString[])
  /** The pause between two steps (ms); none unless declared. */
  paceMs?: number
  /** How often a run is tried before the plan fails; unless declared, over half a day, like jobs. */
  attempts?: number
  /**
   * Returns the steps after `cursor`, which is '' at first, in addition to those that it was started with. May be
   * called again before they are stored.
   */
  page?(services: S, place: PlanPlace<z.output<I>>, cursor: string): Awaitable<PlanPage<z.input<D>>>
  /** Does a step. May run twice after a crash or an error: make it safe to repeat. */
  run?(services: S, step: z.output<D>, place: PlanPlace<z.output<I>>): Awaitable<Counts | void>
  /** Does a step that only changes the database, in the transaction that records it: exactly once. */
  apply?(services: S, step: z.output<D>, place: PlanPlace<z.output<I>>): Counts | void
  /** Runs once after the last step, in the transaction that records the end. */
  done?(services: S, place: PlanPlace<z.output<I>>): void
  /**
   * Runs when the plan failed or was canceled, in the transaction that records that: for work that must not be left
   * half done, it starts the plan that reverts what was done. If it throws, the plan stays as it is and is ended later.
   */
  abandoned?(services: S, place: Omit<PlanPlace<z.output<I>>, 'guild'> & { guildId: string }): void
  /**
   * Reverts a step that was done, or begun and perhaps not finished. Declaring it keeps the steps in the database, so
   * they should name nobody who may want to be forgotten.
   */
  undo?(services: S, step: z.output<D>, place: PlanPlace<z.output<I>>): Awaitable<void>
  reversal?: Reversal<S, z.output<I>>
  /** What canceling and undoing do, one sentence each, when the usual sentences would be wrong. */
  told?: { cancel?: string; undo?: string }
}

const planStates = ['running', 'done', 'failed', 'cancelled', 'undoing', 'undone'] as const
export type PlanState = (typeof planStates)[number]

export interface PlanProgress {
  id: number
  state: PlanState
  counts: Counts
  /** Why it failed or was canceled, as one sentence. */
  problem: string | null
  startedAt: number
  finishedAt: number | null
}

type Input<I extends z.ZodType> = undefined extends z.input<I> ? { input?: z.input<I> } : { input: z.input<I> }

/** The part of a plan that starting needs: pass the object that a feature declares under `plans`. */
export interface Startable<I extends z.ZodType = z.ZodType, D extends z.ZodType = z.ZodType> {
  input?: I
  step: D
  again: Again
  undo?: unknown
}

export interface Plans {
  /**
   * Runs a plan in the background, in the bulk lane. May be called in a transaction.
   * @param entry.byId the id of the person who started it
   * @param entry.steps the steps known at the start; the plan's pages follow them
   * @throws UserError 409 while another run in the guild excludes this one, 429 when too many plans run in the guild
   */
  start<I extends z.ZodType, D extends z.ZodType>(
    plan: Startable<I, D>,
    entry: { guildId: string; byId?: string; steps?: readonly z.input<D>[] } & Input<I>,
  ): PlanProgress
  /** The progress of the guild's latest run. */
  latest(plan: Startable, guildId: string): PlanProgress | undefined
  /** Cancels a run after its current step; what was done stays. @returns whether it was running */
  cancel(plan: Startable, guildId: string, planId: number): boolean
  /** Undoes what was done, last step first, even while it is running. @returns whether there is anything to undo */
  undo(plan: Startable, guildId: string, planId: number): boolean
  /** Whether there is anything to undo. */
  mayUndo(plan: Startable, guildId: string, planId: number): boolean
  /** Waits until it is neither running nor being undone. */
  settled(planId: number): Promise<PlanProgress | undefined>
}
