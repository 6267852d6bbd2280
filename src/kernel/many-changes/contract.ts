import { z } from 'zod'
import { endpoint, person } from '#contract'
import { difference } from '../history/contract.ts'

/** Identifies a plan exactly, so that only the changes that were shown are made. */
export const mark = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'Look at the changes again before you make them.')
  .meta({ examples: ['0'.repeat(64)] })

const plannedChange = z.object({
  key: z.string(),
  label: z.string(),
  /** The difference from the present value to the new one. */
  difference,
  /** The question whose answer causes it; null if no answer does. */
  question: z.string().nullable(),
  /** Why it changes, if that is not obvious. */
  why: z.string().nullable(),
  /** Why it would not be made, as a sentence; the others are made all the same. Null if it would be. */
  problem: z.string().nullable(),
})

/** A thing that is not a setting, such as a panel, matched by its name. */
const plannedThing = z.object({
  kind: z.string(),
  /** The word for it within a sentence: 'panel'. */
  noun: z.string(),
  name: z.string(),
  act: z.enum(['new', 'changed', 'same']),
  changes: z.array(z.object({ key: z.string(), label: z.string(), difference })),
  /** What is left to do with a new one, as a sentence. */
  arrives: z.string().nullable(),
  /** Why it would not be created or changed, as a sentence; null if it would be. */
  problem: z.string().nullable(),
})
export type PlannedThingItem = z.output<typeof plannedThing>

const plannedFeature = z.object({
  feature: z.string(),
  title: z.string(),
  changes: z.array(plannedChange),
  things: z.array(plannedThing),
  /** Settings that people might expect to change, but that stay as they are. */
  stays: z.array(z.object({ key: z.string(), label: z.string(), now: z.string() })),
})
export type PlannedFeatureItem = z.output<typeof plannedFeature>

/** The planned changes, in the order of the manifest. */
export const plannedChanges = z.object({
  features: z.array(plannedFeature),
  /** The number of changes that would be made to settings and things. */
  count: z.int(),
  /** How many of them are things. */
  things: z.int(),
  /** The number of all settings. */
  settings: z.int(),
  mark,
})
export type PlannedChanges = z.output<typeof plannedChanges>

/** Changes that were made at once: how many, by whom and how. */
export const manyChanges = z.object({
  id: z.int(),
  kind: z.enum(['setup', 'import', 'copy']),
  changes: z.int(),
  by: person.nullable().meta({ description: 'Null for people who asked to be forgotten.' }),
  /** Unix ms. */
  at: z.number(),
})
export type ManyChanges = z.output<typeof manyChanges>

/** The reply after the changes were made. */
export const madeChanges = z.object({ id: z.int(), changes: z.int() })

export const changesEndpoints = {
  undoChanges: endpoint({
    summary: 'Undoes all changes of a setup, an import or a copy, or none of them.',
    method: 'POST',
    idempotent: 'Changes that were undone already are refused.',
    path: '/guild/:guildId/changes/:id/undo',
    needs: 'manage',
    reply: z.object({ changes: z.int() }),
  }),
}
