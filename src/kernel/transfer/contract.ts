import { z } from 'zod'
import { endpoint, file, snowflake } from '#contract'
import { madeChanges, manyChanges, mark, plannedChanges } from '../many-changes/contract.ts'

/** The form of the file. A change that an older copy would misread makes it another one. */
export const fileVersion = 2

/** What a file may hold, so that reading one costs the same whoever wrote it. */
export const fileLimits = {
  characters: 2_000_000,
  values: 100_000,
  valuesOfOne: 20_000,
  depth: 10,
  names: 2000,
} as const

export const fileTooLarge = `The file is too large: at most ${fileLimits.characters.toLocaleString('en')} characters.`

/** What an id in the settings is called in the server that the file is of. */
const named = z.record(
  snowflake,
  z.strictObject({ name: z.string().min(1).max(200), type: z.int().min(0).max(50).optional() }),
)

/** Settings of a server as a file, with what it made besides: what each feature has, and what the channels and roles in it are called. */
export const settingsFile = z.strictObject({
  palisade: z.literal('settings'),
  version: z.int().min(1).max(fileVersion),
  /** ISO 8601. */
  exportedAt: z.string().max(40),
  server: z.strictObject({ id: snowflake, name: z.string().max(200) }),
  channels: named,
  roles: named,
  /** By feature, then by setting. */
  settings: z.record(z.string().max(50), z.record(z.string().max(100), z.unknown())),
  /** By feature, then by kind. The first version had none. */
  things: z
    .record(z.string().max(50), z.record(z.string().max(50), z.array(z.record(z.string().max(100), z.unknown()))))
    .default({}),
})
export type SettingsFile = z.output<typeof settingsFile>

/** What stands here for a channel or role of the other server; null leaves it out of what names it. */
const choice = z.strictObject({ from: snowflake, to: snowflake.nullable() })

const wanted = z.strictObject({
  /** The text of a file. */
  file: z.string().max(fileLimits.characters, fileTooLarge).optional(),
  /** Or the server that settings are copied from. */
  server: snowflake.optional(),
  /** For what is not found by its name. */
  choices: z.array(choice).max(500).default([]),
  /** Features that are left as they are. */
  without: z.array(z.string().max(50)).max(100).default([]),
})
export type WantedTransfer = z.output<typeof wanted>

const unfound = z.object({
  id: snowflake,
  kind: z.enum(['channel', 'role']),
  name: z.string(),
  /** Why nothing is put in its place, as a sentence. */
  problem: z.string(),
})
export type Unfound = z.output<typeof unfound>

const address = '/guild/:guildId/settings'
/** The text of a file, written as JSON once more, grows by its quotes and line breaks. */
const bodyLimit = 8_800_000

export const transferEndpoints = {
  exportSettings: endpoint({
    summary: 'Exports settings, and what was made besides, of every feature that the caller may view.',
    method: 'GET',
    path: `${address}/export`,
    needs: 'manage',
    reply: file('application/json'),
  }),
  transferState: endpoint({
    summary: 'Lists what is taken to other servers and what is not, and says what was changed at once here last.',
    method: 'GET',
    path: `${address}/transfer`,
    needs: 'manage',
    reply: z.object({
      left: z.array(
        z.object({
          feature: z.string(),
          title: z.string(),
          /** What of it is not taken. */
          what: z.string(),
          /** Why, as the end of a sentence. */
          why: z.string(),
        }),
      ),
      /** What is taken besides settings: 'panel', and what is left to be done with a new one. */
      taken: z.array(
        z.object({ feature: z.string(), title: z.string(), noun: z.string(), arrives: z.string().nullable() }),
      ),
      last: manyChanges.nullable(),
    }),
  }),
  planTransfer: endpoint({
    summary: 'Shows what importing a file, or copying from another server, would change; nothing is changed.',
    method: 'POST',
    onlyAsks: true,
    path: `${address}/plan`,
    needs: 'manage',
    body: wanted,
    bodyLimit,
    reply: plannedChanges.extend({
      /** The server that the settings are of, and when they were exported; null for those of this moment. */
      from: z.object({ id: snowflake, name: z.string(), exportedAt: z.string().nullable() }),
      /** Channels and roles that have no counterpart here. */
      unfound: z.array(unfound),
      /** Features that the settings hold. */
      held: z.array(z.object({ feature: z.string(), title: z.string() })),
    }),
  }),
  transfer: endpoint({
    summary: 'Makes the changes that the plan shows, all of them or none.',
    method: 'POST',
    idempotent: 'It needs the mark of a plan, which the first has made old.',
    path: address,
    needs: 'manage',
    body: wanted.extend({ mark }),
    bodyLimit,
    reply: madeChanges,
  }),
}
