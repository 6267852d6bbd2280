import { z } from 'zod'
import { person, snowflake } from '#contract'

/** What the batch of a change of one member's XP begins with. */
export const byHand = 'hand'

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
  /** What it is undone by, with all that was changed together, such as an import; null for changes of earlier versions. */
  batch: z.string().nullable(),
  undone: z.boolean(),
})
export type XpChange = z.output<typeof xpChange>
