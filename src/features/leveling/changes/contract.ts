import { z } from 'zod'
import { person, snowflake } from '#contract'

/** XP that was given, taken or imported by somebody. */
export const xpChange = z.object({
  id: z.number(),
  user: person,
  kind: z.enum(['give', 'take', 'set', 'reset', 'import', 'undo']),
  /** Who did it; null for people who were forgotten. */
  by: z.object({ userId: snowflake.nullable(), name: z.string().nullable() }),
  at: z.number(),
  before: z.object({ level: z.number(), xp: z.number() }),
  after: z.object({ level: z.number(), xp: z.number() }),
  /** Changes made together, such as an import, have one; only those can be undone together. */
  batch: z.string().nullable(),
  undone: z.boolean(),
})
export type XpChange = z.output<typeof xpChange>
