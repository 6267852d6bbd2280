import { z } from 'zod'
import { person, snowflake } from '#contract'

const role = z.object({ id: snowflake, name: z.string() })

/** Whose level roles would change, before anything is changed; a page of it. */
export const roleOutlookReply = z.object({
  /** Members whose roles change, and how many roles are given and taken in all. */
  members: z.number(),
  gains: z.number(),
  loses: z.number(),
  rows: z.array(z.object({ user: person, gives: z.array(role), takes: z.array(role) })),
  /** Where the next page begins; null on the last. */
  next: z.number().nullable(),
  /** Roles that would be due and cannot be given or taken, with the reason. */
  problems: z.array(z.object({ role, reason: z.string() })),
})
export type RoleOutlookReply = z.output<typeof roleOutlookReply>

const outcomes = ['pending', 'done', 'refused', 'overruled', 'undone', 'left'] as const
export type RoleOutcome = (typeof outcomes)[number]

/** What became of the level roles of an import, a reset or a run for everybody. */
export const roleResultReply = z.object({
  /** Whether they are still being given or reverted, have been, or that was stopped before its end. */
  state: z.enum(['following', 'followed', 'undoing', 'undone', 'stopped']),
  counts: z.object({
    given: z.number(),
    taken: z.number(),
    /** What Discord refused. */
    refused: z.number(),
    /** Of what was undone: taken from those who were given it, and given back to those it was taken from. */
    takenBack: z.number(),
    givenBack: z.number(),
    /** Of what was to be undone: left as it is, because somebody has decided otherwise since, or it was earned. */
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
  /** For the next page. */
  next: z.number().nullable(),
})
export type RoleResult = z.output<typeof roleResultReply>

/** What applying a draft of the level roles to everybody would do to one role. */
export const roleEffect = z.object({
  roleId: snowflake,
  gains: z.number(),
  loses: z.number(),
  /** Some of their names. */
  gainers: z.array(z.string()),
  losers: z.array(z.string()),
  /** Why the bot will not give it, or null. */
  problem: z.string().nullable(),
})
export type RoleEffect = z.output<typeof roleEffect>

/** A run for everybody. */
export const roleProgress = z.object({
  /** Names it, for its result and for undoing it. */
  batch: z.string(),
  state: z.enum(['running', 'done', 'failed', 'undone']),
  /** Members checked, roles given and taken, and what Discord refused. */
  members: z.number(),
  given: z.number(),
  taken: z.number(),
  failed: z.number(),
  startedAt: z.number(),
  finishedAt: z.number().nullable(),
})
export type RoleProgress = z.output<typeof roleProgress>
