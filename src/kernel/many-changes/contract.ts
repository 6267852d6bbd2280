import { z } from 'zod'
import { endpoint, person } from '#contract'
import { difference } from '../history/contract.ts'

/** What was planned, to the letter: what is made is what was shown. */
export const mark = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'Look at the changes again before you make them.')
  .meta({ examples: ['0'.repeat(64)] })

const plannedChange = z.object({
  key: z.string(),
  label: z.string(),
  /** From now to what it would be. */
  difference,
  /** Which question's answer makes it; null for what is no answer. */
  question: z.string().nullable(),
  /** Why it becomes that, where it is not plain. */
  why: z.string().nullable(),
  /** Why it would not be made, as a sentence. The others are made nonetheless. */
  problem: z.string().nullable(),
})

/** Something besides settings, such as a panel, matched by its name. */
const plannedThing = z.object({
  kind: z.string(),
  /** What it is within a sentence: 'panel'. */
  noun: z.string(),
  name: z.string(),
  act: z.enum(['new', 'changed', 'same']),
  changes: z.array(z.object({ key: z.string(), label: z.string(), difference })),
  /** What is left to be done with a new one, as a sentence. */
  arrives: z.string().nullable(),
  /** Why it would not be made or changed, as a sentence. */
  problem: z.string().nullable(),
})
export type PlannedThingItem = z.output<typeof plannedThing>

const plannedFeature = z.object({
  feature: z.string(),
  title: z.string(),
  changes: z.array(plannedChange),
  things: z.array(plannedThing),
  /** Settings that people look for, and that stay as they are. */
  stays: z.array(z.object({ key: z.string(), label: z.string(), now: z.string() })),
})
export type PlannedFeatureItem = z.output<typeof plannedFeature>

/** What would change, in the order of the product. */
export const plannedChanges = z.object({
  features: z.array(plannedFeature),
  /** Changes that would be made: settings, and things besides them. */
  count: z.int(),
  /** How many of them are things. */
  things: z.int(),
  /** Settings that there are. */
  settings: z.int(),
  mark,
})
export type PlannedChanges = z.output<typeof plannedChanges>

/** How many settings were changed at once, by whom and how. */
export const manyChanges = z.object({
  id: z.int(),
  kind: z.enum(['setup', 'import', 'copy']),
  changes: z.int(),
  by: person.nullable().meta({ description: 'Null for people who asked to be forgotten.' }),
  /** Unix ms. */
  at: z.number(),
})
export type ManyChanges = z.output<typeof manyChanges>

/** What making them answers. */
export const madeChanges = z.object({ id: z.int(), changes: z.int() })

export const changesEndpoints = {
  undoChanges: endpoint({
    summary: 'Takes back all that a setup, an import or a copy has changed, or nothing of it.',
    method: 'POST',
    idempotent: 'What was taken back is refused.',
    path: '/guild/:guildId/changes/:id/undo',
    needs: 'manage',
    reply: z.object({ changes: z.int() }),
  }),
}
