import { z } from 'zod'
import { person, snowflake } from '#contract'

/** What a comparison has corrected for a user, or why it has not. */
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

/** A server's last comparison, running or finished. */
export const report = z.object({
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  cause: z.enum(['return', 'asked']),
  startedAt: z.number(),
  finishedAt: z.number().nullable(),
  /** Why it failed, as a sentence. */
  problem: z.string().nullable(),
  /** The number compared so far, and how many there were at the beginning. */
  compared: z.int(),
  expected: z.int(),
  /** Of those compared, how many were correct. */
  right: z.int(),
  given: z.int(),
  taken: z.int(),
  left: z.int(),
  /** The number of users who reacted and have left the server. */
  gone: z.int(),
  /** The latest corrections, newest last, at most {@link mostTold} of each kind. */
  mends: z.array(mend),
})
export type Report = z.output<typeof report>

/** The most corrections of each kind that are listed. */
export const mostTold = 50
