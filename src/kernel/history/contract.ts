import { z } from 'zod'
import { endpoint, file, limited, snowflake } from '#contract'

const author = z.object({
  /** Null for what the product did itself, and for people who asked to be forgotten. */
  userId: snowflake.nullable(),
  name: z.string().nullable(),
  avatarURL: z.string().nullable(),
  /** 'dashboard', 'api', 'command', 'restore' or a reason. */
  via: z.string(),
  /** The command as it was called, or the page; null if unknown. */
  place: z.string().nullable(),
})

/** How a setting changed, in words. */
export const difference = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), before: z.string(), after: z.string() }),
  z.object({
    kind: z.literal('text'),
    parts: z.array(z.object({ text: z.string(), is: z.enum(['same', 'added', 'removed']) })),
  }),
  z.object({
    kind: z.literal('list'),
    added: z.array(z.string()),
    removed: z.array(z.string()),
    changed: z.array(z.object({ before: z.string(), after: z.string() })),
    /** How many further entries are not listed. */
    more: z.number(),
    /** Whether the remaining entries are in a different order. */
    moved: z.boolean(),
    unchanged: z.number(),
  }),
])
export type Difference = z.output<typeof difference>

/** The changed thing, such as a panel; null for a change of settings. */
const changedThing = z
  .object({
    /** The word for it within a sentence: 'panel'. */
    noun: z.string(),
    name: z.string(),
    act: z.enum(['created', 'changed', 'deleted', 'posted']),
  })
  .nullable()

const revision = z.object({
  id: z.number(),
  feature: z.string(),
  featureTitle: z.string(),
  thing: changedThing,
  author,
  /** Unix ms. */
  at: z.number(),
  /** The id of the change that this one undid, and when this one was undone itself (Unix ms). */
  restores: z.number().nullable(),
  restoredAt: z.number().nullable(),
  /** The setup, import or copy that it is a part of, which is undone as a whole. */
  many: z
    .object({ id: z.int(), kind: z.enum(['setup', 'import', 'copy']), changes: z.int(), undone: z.boolean() })
    .nullable(),
  /** Why the reader may not undo it, as a sentence; null if they may. */
  mayNotRestore: z.string().nullable(),
  changes: z.array(z.object({ key: z.string(), label: z.string(), difference })),
})
export type RevisionItem = z.output<typeof revision>

/** The longest text to search the history for (characters). */
export const longestSearch = 60

/**
 * The ways in which a setting was changed: the dashboard, a form posted without it, a command, a restore, or the bot by
 * itself.
 */
export const changeWays = ['dashboard', 'api', 'command', 'restore', 'bot'] as const

/** The most changes in one export, the newest ones. */
export const mostExported = 1000

const historyFilters = z.object({
  feature: z.string().max(50).optional(),
  /** One thing that is not a setting: its kind and id, 'commands/abc'. */
  thing: z
    .string()
    .regex(/^[a-z]{1,30}\/[\w-]{1,60}$/, 'Not a kind and an ID.')
    .optional(),
  person: snowflake.optional(),
  way: z.enum(changeWays).optional(),
  /** Only changes of this many last days. */
  days: z.coerce.number().int().min(1).max(365).optional(),
  /** Part of a setting's name or of a value. */
  search: limited(longestSearch, 'The search').optional(),
})

const restoreField = z.object({
  key: z.string(),
  label: z.string(),
  /** The difference from the present value to the earlier one. */
  difference,
  /** Whether it has the earlier value already. */
  same: z.boolean(),
  /** Why it cannot be restored, as a sentence; null if it can. */
  problem: z.string().nullable(),
  /** How many list entries are left out because they no longer exist. */
  omitted: z.number(),
  /** Who has changed it since, and when (Unix ms); null if nobody has. */
  changedSince: z.object({ by: author, at: z.number() }).nullable(),
})
export type RestoreField = z.output<typeof restoreField>

export const historyEndpoints = {
  history: endpoint({
    summary: 'Lists changes of settings, newest first: who changed what, when and where.',
    method: 'GET',
    path: '/guild/:guildId/history',
    // Only people who may view a feature see its changes.
    needs: 'visit',
    query: historyFilters.extend({
      /** Revisions with a smaller id, for the next page. */
      before: z.coerce.number().int().positive().optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    reply: z.object({
      revisions: z.array(revision),
      /** How many changes match these filters, on all pages together. */
      total: z.number(),
      /** The people who changed something, and the features that were changed, for the filters. */
      people: z.array(z.object({ id: snowflake, name: z.string().nullable() })),
      features: z.array(z.object({ name: z.string(), title: z.string() })),
      /** How many days changes are kept. */
      keptDays: z.number(),
    }),
  }),
  exportHistory: endpoint({
    summary: `Exports what the history shows with the same filters, the newest ${mostExported} changes at most.`,
    method: 'GET',
    path: '/guild/:guildId/history/export',
    needs: 'visit',
    query: historyFilters.extend({ format: z.enum(['csv', 'json']).default('csv') }),
    reply: file('text/csv', 'application/json'),
  }),
  restorePreview: endpoint({
    summary: 'Shows what undoing a change of settings would do now, and what prevents it.',
    method: 'GET',
    path: '/guild/:guildId/history/:id/restore',
    // The handler checks the rights in the feature whose settings were changed.
    needs: 'visit',
    reply: z.object({
      /** The newest revision of the server: send it when restoring, so that nothing newer is overwritten. */
      revision: z.number(),
      feature: z.string(),
      featureTitle: z.string(),
      thing: changedThing,
      at: z.number(),
      fields: z.array(restoreField),
    }),
  }),
  restore: endpoint({
    summary: 'Undoes a change of settings, in whole or in part.',
    method: 'POST',
    idempotent: 'It needs the newest revision, which the first call has changed.',
    path: '/guild/:guildId/history/:id/restore',
    needs: 'visit',
    body: z.strictObject({ revision: z.int().min(0), keys: z.array(z.string().max(100)).min(1).max(200) }),
    reply: z.object({}),
  }),
}
