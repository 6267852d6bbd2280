import { z } from 'zod'
import { endpoint, person } from '#contract'

/** The kinds of journal/objects.ts. */
export const objectKind = z.enum([
  'role',
  'emoji',
  'sticker',
  'sound',
  'channel',
  'guild',
  'member',
  'rule',
  'onboarding',
  'welcome',
  'widget',
  'webhook',
  'invite',
  'event',
])

/** The most objects that can be put back at once. */
const mostChosen = 1000
/**
 * The most fields of one object: a channel may have a thousand overwrites, each of which counts as one. Source:
 * Discord's error 30060.
 */
const mostFields = 1100

/** One object to put back, by its first id; only the named fields, if some are named. */
const choice = z.strictObject({
  kind: objectKind,
  id: z.string().min(1).max(40),
  fields: z.array(z.string().max(60)).min(1).max(mostFields).optional(),
})
export type RestoreChoice = z.output<typeof choice>
export const chosen = z.array(choice).min(1, 'Choose what to put back.').max(mostChosen)

/** A moment, as replies identify it. */
const cursor = z.int().nonnegative()
const moments = z.strictObject({
  /** The two moments that were compared: what differs is put back to how it was in the first one. */
  from: cursor,
  to: cursor,
  chosen,
})

/** One line of a difference, in words; null for a value that does not exist. */
const change = z.object({
  field: z.string(),
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type ShownChange = z.output<typeof change>

const difference = z.object({
  kind: objectKind,
  label: z.string().meta({ description: 'The kind as people call it.' }),
  id: z.string(),
  name: z.string().nullable().meta({ description: 'Null where the reader may not know it.' }),
  /** Discord's type of the channel. */
  channelType: z.number().nullable(),
  color: z.number().nullable(),
  what: z.enum(['created', 'changed', 'deleted']),
  givesPower: z.boolean(),
  changes: z.array(change),
  /**
   * What can be put back one by one: fields, and `permission_overwrites:` with the id of the person or role that an
   * overwrite is for.
   */
  fields: z.array(z.string()),
  /** Why it cannot be chosen, as a sentence; null when it can. */
  stays: z.string().nullable(),
  at: z.number().meta({ description: 'When it changed last between the two moments (Unix ms).' }),
  by: person.nullable(),
  unseen: z.boolean().meta({ description: 'Whether it happened while the bot was away.' }),
})
export type ShownDifference = z.output<typeof difference>

/** Types of channels whose names Discord writes without a #: voice channels, categories, stages. */
const withoutHash: ReadonlySet<unknown> = new Set([2, 4, 13])
/** A channel's name as Discord writes it: '#general'. @param type Discord's, if it is known */
export const channelLabel = (name: string, type: unknown): string => (withoutHash.has(type) ? name : `#${name}`)

const group = z.object({
  id: z.string(),
  name: z.string().nullable(),
  same: z.number().meta({ description: 'How many objects in it did not change.' }),
  differences: z.array(difference),
})
export type ShownGroup = z.output<typeof group>

/** More differences than a server of the largest size has in everyday life. */
export const mostDifferences = 1000

const comparison = z.object({
  from: cursor,
  to: cursor,
  changes: z.number().meta({ description: 'How many changes were recorded between them.' }),
  groups: z.array(group),
  left: z.number().meta({ description: `Differences beyond the first ${mostDifferences}.` }),
})
export type Comparison = z.output<typeof comparison>

/** The most objects of one group that are listed on request. */
export const mostUnchanged = 1000

const unchanged = z.object({
  things: z.array(z.object({ id: z.string(), label: z.string(), name: z.string().nullable() })).max(mostUnchanged),
})
export type Unchanged = z.output<typeof unchanged>

const planned = z.object({
  does: z.enum(['create', 'edit', 'delete', 'order', 'give']),
  text: z.string(),
  detail: z.string().nullable(),
  requests: z.number(),
})
export type PlannedStep = z.output<typeof planned>

const dryRun = z.object({
  steps: z.array(planned),
  requests: z.number(),
  seconds: z.number().meta({ description: "The least time that Discord's limits make it take." }),
  /** How many of the chosen objects can be put back, in whole or in part. */
  possible: z.number(),
  of: z.number(),
  impossible: z.array(z.object({ name: z.string(), field: z.string().nullable(), reason: z.string() })),
  lost: z.array(z.string()).meta({ description: 'What stays lost, as sentences.' }),
})
export type DryRun = z.output<typeof dryRun>

const restoration = z.object({
  id: z.number(),
  /** Unix ms. */
  at: z.number(),
  by: person.nullable(),
  moment: z.number().meta({ description: 'The moment that was put back (Unix ms).' }),
  things: z.number(),
  state: z.enum(['planning', 'running', 'waiting', 'verifying', 'done', 'stopped']),
  problem: z.string().nullable(),
  steps: z.object({ done: z.number(), total: z.number() }),
  undoes: z.number().nullable(),
  mayUndo: z.boolean(),
})
export type ShownRestoration = z.output<typeof restoration>

const day = z.object({
  /** Unix ms. */
  at: z.number(),
  changes: z.number(),
  incidents: z.array(z.number()),
  /** When the server was read again after the bot had been away (Unix ms): some changes may have no known actor. */
  gap: z.number().nullable(),
})
export type RecordedDay = z.output<typeof day>

const overview = z.object({
  since: z.number().nullable().meta({ description: 'The first moment that can be looked at; null before any.' }),
  lastChange: z.number().nullable().meta({ description: 'When the structure changed last (Unix ms).' }),
  days: z.array(day),
  presets: z.array(z.object({ label: z.string(), at: z.number() })),
  busy: z.string().nullable().meta({ description: 'What a restoration has to wait for; null when it can begin.' }),
  restorations: z.array(restoration),
  mayRestore: z.boolean(),
})
export type TimeMachineOverview = z.output<typeof overview>

const address = '/guild/:guildId/antinuke/time-machine'

export const timeMachineEndpoints = {
  timeMachine: endpoint({
    summary: 'Shows how much changed on each recorded day, and what was put back by hand.',
    method: 'GET',
    path: address,
    needs: 'antinuke.view',
    query: z.object({
      /** How many minutes the reader's days begin before those of UTC. */
      offset: z.coerce.number().int().min(-900).max(900).default(0),
    }),
    reply: overview,
  }),
  compareMoments: endpoint({
    summary: 'Lists what differs between two moments of the server, in its own order, with who did it and when.',
    method: 'GET',
    path: `${address}/compare`,
    needs: 'antinuke.view',
    query: z.object({
      /** Unix ms. */
      from: z.coerce.number().int().nonnegative(),
      /** Unix ms; now when left out. */
      to: z.coerce.number().int().nonnegative().optional(),
    }),
    reply: comparison,
  }),
  unchanged: endpoint({
    summary: 'Lists what is the same at both moments in one part of the server.',
    method: 'GET',
    path: `${address}/unchanged`,
    needs: 'antinuke.view',
    query: z.object({
      from: z.coerce.number().int().nonnegative().meta({ description: 'Cursors, as comparing has answered them.' }),
      to: z.coerce.number().int().nonnegative(),
      group: z.string().max(30),
    }),
    reply: unchanged,
  }),
  dryRun: endpoint({
    summary: 'Says what putting something back would take, without doing it.',
    method: 'POST',
    onlyAsks: true,
    path: `${address}/dry-run`,
    needs: 'antinuke.edit',
    body: moments,
    reply: dryRun,
  }),
  restoreMoment: endpoint({
    summary: 'Puts chosen things back to how they were in the first moment. The present is kept, so it can be undone.',
    method: 'POST',
    idempotent: 'It is refused while it runs; afterward nothing of it differs.',
    path: `${address}/restore`,
    needs: 'antinuke.edit',
    body: moments,
    reply: z.object({ id: z.number() }),
  }),
  undoRestoration: endpoint({
    summary: 'Puts back what a restoration changed.',
    method: 'POST',
    idempotent: 'What was undone is refused.',
    path: `${address}/restorations/:id/undo`,
    needs: 'antinuke.edit',
    reply: z.object({ id: z.number() }),
  }),
}
