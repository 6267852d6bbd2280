import { z } from 'zod'
import { endpoint, onOff, person, upload } from '#contract'
import { roleOutlookReply } from '../role-changes/contract.ts'

export const importLimits = {
  characters: 1024 ** 2,
  bytes: 4_500_000,
  tooLarge: 'The file is too large. Import it in parts of at most 1 MiB.',
} as const

export const importModes = [
  { value: 'set', label: 'Replace what members have here' },
  { value: 'max', label: 'Keep whichever is higher' },
  { value: 'add', label: 'Add to what members have here' },
] as const

/** The options of an import, for both ways of sending the file. */
const importFields = {
  format: z.enum(['auto', 'csv', 'mee6']).default('auto'),
  mode: z.enum(['set', 'add', 'max']),
  /** For members in the file: also takes level roles that the new level does not include. */
  take_roles: onOff.default(false),
  /** The first entry of the page of role changes, in the answer to a dry run. */
  roles_from: z.coerce.number().int().min(0).max(10_000_000).default(0),
}

const difference = z.object({
  user: person,
  before: z.object({ level: z.number(), xp: z.number() }),
  after: z.object({ level: z.number(), xp: z.number() }),
})

const importReply = z.object({
  format: z.enum(['csv', 'mee6']),
  counts: z.object({ new: z.number(), changed: z.number(), unchanged: z.number(), refused: z.number() }),
  /** The first few of each kind; `counts` covers all. */
  changes: z.array(difference),
  refused: z.array(z.object({ line: z.number(), reason: z.string() })),
  /** In a dry run, whose roles would change; the actual outcome is available at `batches/:batch/roles`. */
  roles: roleOutlookReply.nullable(),
  /** Set once the import was applied; identifies it for undoing. */
  batch: z.string().nullable(),
})
export type ImportReply = z.output<typeof importReply>

export const importEndpoints = {
  import: endpoint({
    summary: 'Imports levels from a text, or shows what that would change.',
    method: 'POST',
    idempotent: 'A file that was added is refused; setting it again changes nothing.',
    path: '/guild/:guildId/progression/import',
    needs: 'manage',
    permissionsIf: { take_roles: ['ManageRoles'] },
    // A character takes at most six bytes of JSON, usually no more than four.
    bodyLimit: importLimits.bytes,
    body: z.strictObject({
      ...importFields,
      text: z.string().max(importLimits.characters, importLimits.tooLarge),
      dry_run: z.boolean(),
    }),
    reply: importReply,
  }),
  importFile: endpoint({
    summary: 'Imports levels from a file, or shows what that would change.',
    method: 'POST',
    idempotent: 'A file that was added is refused; setting it again changes nothing.',
    path: '/guild/:guildId/progression/import/file',
    needs: 'manage',
    permissionsIf: { take_roles: ['ManageRoles'] },
    body: upload({
      fields: z.strictObject({
        ...importFields,
        dry_run: onOff,
      }),
      // A character takes at most four bytes of UTF-8.
      maxBytes: 4 * importLimits.characters,
      types: ['text/csv', 'application/json', 'text/plain'],
    }),
    reply: importReply,
  }),
}
