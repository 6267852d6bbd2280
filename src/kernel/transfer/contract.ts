import { z } from 'zod'
import { endpoint, file, snowflake } from '#contract'
import { madeChanges, manyChanges, mark, plannedChanges } from '../many-changes/contract.ts'

/** The version of the file format. Increase it with a change that an older copy would misread. */
export const fileVersion = 2

/** The limits of a file, so that the cost of reading one is bounded whoever wrote it. */
export const fileLimits = {
  characters: 2_000_000,
  values: 100_000,
  valuesOfOne: 20_000,
  depth: 10,
  names: 2000,
} as const

export const fileTooLarge = `The file is too large: at most ${fileLimits.characters.toLocaleString('en')} characters.`

/** The names, in the file's server, of the ids in the settings. */
const named = z.record(
  snowflake,
  z.strictObject({ name: z.string().min(1).max(200), type: z.int().min(0).max(50).optional() }),
)

/** A server's settings and things as a file, by feature, with the names of the channels and roles in it. */
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
  /** By feature, then by kind. Version 1 had none. */
  things: z
    .record(z.string().max(50), z.record(z.string().max(50), z.array(z.record(z.string().max(100), z.unknown()))))
    .default({}),
})
export type SettingsFile = z.output<typeof settingsFile>

/** The channel or role to use for one of the other server; null leaves it out. */
const choice = z.strictObject({ from: snowflake, to: snowflake.nullable() })

const wanted = z.strictObject({
  /** The text of a file to import. */
  file: z.string().max(fileLimits.characters, fileTooLarge).optional(),
  /** Or the server to copy settings from. */
  server: snowflake.optional(),
  /** Choices for channels and roles that are not found by name. */
  choices: z.array(choice).max(500).default([]),
  /** Features to leave as they are. */
  without: z.array(z.string().max(50)).max(100).default([]),
})
export type WantedTransfer = z.output<typeof wanted>

const unfound = z.object({
  id: snowflake,
  kind: z.enum(['channel', 'role']),
  name: z.string(),
  /** Why it was not found, as a sentence. */
  problem: z.string(),
})
export type Unfound = z.output<typeof unfound>

const address = '/guild/:guildId/settings'
/** In bytes. A file's text grows when it is encoded as JSON again, by its quotes and line breaks. */
const bodyLimit = 8_800_000

export const transferEndpoints = {
  exportSettings: endpoint({
    summary: 'Exports the settings and things, such as panels, of every feature that the caller may view.',
    method: 'GET',
    path: `${address}/export`,
    needs: 'manage',
    reply: file('application/json'),
  }),
  transferState: endpoint({
    summary:
      'Lists what can be taken to other servers and what cannot, and the last changes that were made at once here.',
    method: 'GET',
    path: `${address}/transfer`,
    needs: 'manage',
    reply: z.object({
      left: z.array(
        z.object({
          feature: z.string(),
          title: z.string(),
          /** The part of the feature that is not exported. */
          what: z.string(),
          /** Why, as the end of a sentence. */
          why: z.string(),
        }),
      ),
      /** The kinds of things that are exported: 'panel', and what is left to do with a new one. */
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
      /**
       * The server that the settings come from, and when they were exported; null for settings copied at this moment.
       */
      from: z.object({ id: snowflake, name: z.string(), exportedAt: z.string().nullable() }),
      /** Channels and roles that have no counterpart here. */
      unfound: z.array(unfound),
      /** Features whose settings or things the source contains. */
      held: z.array(z.object({ feature: z.string(), title: z.string() })),
    }),
  }),
  transfer: endpoint({
    summary: 'Makes the changes that the plan shows, all of them or none.',
    method: 'POST',
    idempotent: 'It needs the mark of a plan, which the first call has made outdated.',
    path: address,
    needs: 'manage',
    body: wanted.extend({ mark }),
    bodyLimit,
    reply: madeChanges,
  }),
}
