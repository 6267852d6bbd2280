import { z } from 'zod'
import { person, snowflake } from '#contract'

/** What a comparison of reactions with roles has done about somebody, or why it has not. */
const mend = z.object({
  what: z.enum(['given', 'taken', 'left']),
  user: person,
  roleId: snowflake,
  /** The menu's name; null once it is deleted. */
  menu: z.string().nullable(),
  /** Why it was left alone, as a sentence. */
  reason: z.string().nullable(),
  at: z.number(),
})
export type Mend = z.output<typeof mend>

/** A server's last comparison, under way or over. */
export const report = z.object({
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  cause: z.enum(['return', 'asked']),
  startedAt: z.number(),
  finishedAt: z.number().nullable(),
  /** Why it failed, as a sentence. */
  problem: z.string().nullable(),
  /** Compared so far, and how many there were when it began. */
  compared: z.int(),
  expected: z.int(),
  /** Of those compared. */
  right: z.int(),
  given: z.int(),
  taken: z.int(),
  left: z.int(),
  /** Who reacted and is not in the server any more. */
  gone: z.int(),
  /** The latest, newest last, of each kind at most {@link mostTold}. */
  mends: z.array(mend),
})
export type Report = z.output<typeof report>

/** So many of each kind are named. */
export const mostTold = 50
