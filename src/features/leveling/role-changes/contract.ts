import { z } from 'zod'
import { person, snowflake } from '#contract'

const role = z.object({ id: snowflake, name: z.string() })

/** A page of the members whose level roles would change, shown before anything is changed. */
export const roleOutlookReply = z.object({
  /** The number of members whose roles change, and the total numbers of roles given and taken. */
  members: z.number(),
  gains: z.number(),
  loses: z.number(),
  rows: z.array(z.object({ user: person, gives: z.array(role), takes: z.array(role) })),
  /** The start of the next page; null on the last one. */
  next: z.number().nullable(),
  /** Roles that should be given or taken but cannot, with the reason. */
  problems: z.array(z.object({ role, reason: z.string() })),
})
export type RoleOutlookReply = z.output<typeof roleOutlookReply>

const outcomes = ['pending', 'done', 'refused', 'overruled', 'undone', 'left'] as const
export type RoleOutcome = (typeof outcomes)[number]

/** The outcome for the level roles of an import, a reset or a run for everybody. */
export const roleResultReply = z.object({
  /** Whether they are still being given or reverted, or that is complete, or it was stopped early. */
  state: z.enum(['following', 'followed', 'undoing', 'undone', 'stopped']),
  counts: z.object({
    given: z.number(),
    taken: z.number(),
    /** The number of changes that Discord refused. */
    refused: z.number(),
    /** In an undo: the numbers of roles taken from those who got them, and given back to those who lost them. */
    takenBack: z.number(),
    givenBack: z.number(),
    /**
     * In an undo: the number left as they are, because somebody has since decided otherwise, or the role was earned.
     */
    left: z.number(),
  }),
  rows: z.array(
    z.object({
      id: z.number(),
      user: person,
      role,
      change: z.enum(['given', 'taken']),
      outcome: z.enum(outcomes),
      at: z.number(),
    }),
  ),
  /** Where the next page begins. */
  next: z.number().nullable(),
})
export type RoleResult = z.output<typeof roleResultReply>

/** The effect of applying a draft of the level roles to everybody, for one role. */
export const roleEffect = z.object({
  roleId: snowflake,
  gains: z.number(),
  loses: z.number(),
  /** Some of their names. */
  gainers: z.array(z.string()),
  losers: z.array(z.string()),
  /** Why the bot will not give it; null if it will. */
  problem: z.string().nullable(),
})
export type RoleEffect = z.output<typeof roleEffect>

/** The progress of a run for everybody. */
export const roleProgress = z.object({
  /** Identifies it, to read its result and to undo it. */
  batch: z.string(),
  state: z.enum(['running', 'done', 'failed', 'undone']),
  /** The numbers of members checked, roles given and taken, and refusals by Discord. */
  members: z.number(),
  given: z.number(),
  taken: z.number(),
  failed: z.number(),
  startedAt: z.number(),
  finishedAt: z.number().nullable(),
})
export type RoleProgress = z.output<typeof roleProgress>
