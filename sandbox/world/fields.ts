import { z } from 'zod'
import { DiscordError } from './errors.ts'
import { optional, refusal, snowflake } from './form.ts'
import { allPermissions } from './permissions.ts'
import { dataUri } from './uploads.ts'

/** Fields that several bodies share. */

/** Permission bits, as a string or a number; those that Discord does not know are dropped, as it does. */
export const permissionBits = z
  .union([z.string().regex(/^\d{1,20}$/), z.number().int().min(0)])
  .transform(value => BigInt(value) & allPermissions)

/** An ISO 8601 time, or null to clear it; parses to Unix ms. */
export const timestampField = z
  .string()
  .refine(value => !Number.isNaN(Date.parse(value)), refusal('DATE_TIME_TYPE_PARSE', 'Could not parse the date.'))
  .transform(value => Date.parse(value))
  .nullable()

/** An uploaded picture, to be stored with `keepImage`; null takes it away. */
export const image = dataUri('image').nullable()

const spelled = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/** A boolean in a query string, in any letter case: Python's clients write 'True'. */
export const yes = z.union([z.boolean(), z.string()]).transform((value, context) => {
  const meant = typeof value === 'boolean' ? value : spelled.get(value.toLowerCase())
  if (meant === undefined)
    context.addIssue({ code: 'custom', ...refusal('BOOLEAN_TYPE_CONVERT', 'Must be either true or false.') })
  return meant ?? false
})

/** @throws DiscordError 400 with the text that Discord gives for its limits */
export const tooMany = (code: number, what: string, limit: number) =>
  new DiscordError(400, code, `Maximum number of ${what} reached (${limit})`)

/** A page of a list, from a query string. @param most the largest and, unless `usual` is given, the default size */
export const page = (most: number, usual = most) =>
  z.object({
    before: optional(snowflake),
    after: optional(snowflake),
    limit: z.coerce.number().int().min(1).max(most).default(usual),
  })

export type Page = z.output<ReturnType<typeof page>>
