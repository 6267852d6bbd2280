import { z } from 'zod'
import { person, snowflake } from '#contract'

/** The prefix of the batch name for a change of one member's XP. */
export const manualBatchPrefix = 'hand'

/** XP that was given, taken or imported by somebody. */
export const xpChange = z.object({
  id: z.number(),
  user: person,
  kind: z.enum(['give', 'take', 'set', 'reset', 'import', 'undo']),
  /** The author; null for people who asked to be forgotten. */
  by: z.object({ userId: snowflake.nullable(), name: z.string().nullable() }),
  at: z.number(),
  before: z.object({ level: z.number(), xp: z.number() }),
  after: z.object({ level: z.number(), xp: z.number() }),
  /**
   * The batch by which to undo it, along with everything changed together, such as an import; null for changes of
   * earlier versions.
   */
  batch: z.string().nullable(),
  undone: z.boolean(),
})
export type XpChange = z.output<typeof xpChange>
