import type { Guild, GuildMember, PermissionsString } from 'discord.js'
import type { z } from 'zod'

type Awaitable<T> = T | Promise<T>

/** The outcomes of steps, counted by name: `{ given: 3, failed: 1 }`. */
export type Counts = Readonly<Record<string, number>>

/** Where a plan runs, and what it was started with. */
export interface PlanPlace<I> {
  planId: number
  guild: Guild
  input: I
}

/** Some of a plan's steps, and the cursor to the next ones: null when these are the last. */
export interface PlanPage<D> {
  steps: readonly D[]
  next: string | null
  /** Outcomes known without a step: members who were checked and need none. */
  counts?: Counts
}

/** How a finished plan is undone as a whole, by work of its own, where its steps are not undone one by one. */
interface Reversal<S, I> {
  /** What stays stored of the input to find it by; nothing that names people. */
  keep(input: I): string
  /** Whether there is something left to undo. */
  may(services: S, place: { guildId: string; kept: string }): boolean
  /** What whoever starts it must hold in Discord, where that is not what the plan says. */
  permissions?(services: S, place: { guildId: string; kept: string }): readonly PermissionsString[]
  /** Starts it. @throws UserError when that cannot be done now */
  start(services: S, place: { guildId: string; kept: string; by: GuildMember }): void
}

type Again = 'replace' | 'refuse' | 'alongside'

/**
 * Work of many steps in one guild that survives a kill -9: steps are stored a page at a time, and each is done in turn
 * and noted. Exactly one of `run` and `apply` does a step.
 */
export interface Plan<S, I extends z.ZodType = z.ZodType, D extends z.ZodType = z.ZodType> {
  /** What it does, as pages list it: 'Import of levels'. */
  title: string
  input?: I
  step: D
  /** What starting it does while another runs in the same guild: it replaces the other, is refused, or runs beside it. */
  again: Again
  /** What whoever cancels or undoes it must hold in Discord: the same as whoever starts it. */
  permissions?:
    | readonly PermissionsString[]
    | ((services: S, place: { guildId: string; input: z.output<I> }) => readonly PermissionsString[])
  /** Between two steps (ms); without, they follow one another. */
  paceMs?: number
  /** How often a run is tried before the plan fails; over half a day, as jobs are, unless told. */
  attempts?: number
  /**
   * The steps after `cursor`, which is '' at first, beyond those it was started with. May be called again before they
   * are stored.
   */
  page?(services: S, place: PlanPlace<z.output<I>>, cursor: string): Awaitable<PlanPage<z.input<D>>>
  /** Does a step. May run twice after a crash or an error: make it safe to repeat. */
  run?(services: S, step: z.output<D>, place: PlanPlace<z.output<I>>): Awaitable<Counts | void>
  /** Does a step that only changes the database, in the transaction that records it: exactly once. */
  apply?(services: S, step: z.output<D>, place: PlanPlace<z.output<I>>): Counts | void
  /** Runs once everything is done, in the transaction that records it. */
  done?(services: S, place: PlanPlace<z.output<I>>): void
  /**
   * Runs when it failed or was cancelled, in the transaction that records it: for work that must not be left half done,
   * it starts the plan that takes back what was done. An error keeps the plan as it is, to be ended later.
   */
  abandoned?(services: S, place: Omit<PlanPlace<z.output<I>>, 'guild'> & { guildId: string }): void
  /**
   * Takes back a step that was done, or begun and perhaps not done. With it, the steps are kept, so they should name
   * nobody who may want to be forgotten.
   */
  undo?(services: S, step: z.output<D>, place: PlanPlace<z.output<I>>): Awaitable<void>
  reversal?: Reversal<S, z.output<I>>
  /** What cancelling and undoing it do, each as a sentence, where that is not what they say anyhow. */
  told?: { cancel?: string; undo?: string }
}

const planStates = ['running', 'done', 'failed', 'cancelled', 'undoing', 'undone'] as const
export type PlanState = (typeof planStates)[number]

export interface PlanProgress {
  id: number
  state: PlanState
  counts: Counts
  /** Why it failed or was cancelled, as one sentence. */
  problem: string | null
  startedAt: number
  finishedAt: number | null
}

type Input<I extends z.ZodType> = undefined extends z.input<I> ? { input?: z.input<I> } : { input: z.input<I> }

/** What starting needs to know of a plan: the object that a feature declares under `plans`. */
export interface Startable<I extends z.ZodType = z.ZodType, D extends z.ZodType = z.ZodType> {
  input?: I
  step: D
  again: Again
  undo?: unknown
}

export interface Plans {
  /**
   * Runs a plan in the background, in the bulk lane. May be called in a transaction.
   * @param entry.byId who wants it
   * @param entry.steps steps known at the start; its pages follow them
   * @throws UserError 409 while one of the guild runs that the plan neither replaces nor runs beside, 429 when too many of the
   * guild run
   */
  start<I extends z.ZodType, D extends z.ZodType>(
    plan: Startable<I, D>,
    entry: { guildId: string; byId?: string; steps?: readonly z.input<D>[] } & Input<I>,
  ): PlanProgress
  /** Progress of the guild's last one. */
  latest(plan: Startable, guildId: string): PlanProgress | undefined
  /** Cancels one after its current step; what was done stays. @returns whether it ran */
  cancel(plan: Startable, guildId: string, planId: number): boolean
  /** Undoes what was done, last step first, even of one that is running. @returns whether there is anything to undo */
  undo(plan: Startable, guildId: string, planId: number): boolean
  /** Whether there is anything to undo. */
  mayUndo(plan: Startable, guildId: string, planId: number): boolean
  /** Waits until it is neither running nor being undone. */
  settled(planId: number): Promise<PlanProgress | undefined>
}
