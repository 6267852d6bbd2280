import { z } from 'zod'
import type { FileContent, FileReply, PageReply, StreamReply, Upload, UploadedFile } from './contract/answers.ts'
import type { Identity } from './contract/identity.ts'
import { isGuildNeed, type Need } from './contract/need.ts'
import type { Conflict, Form } from './contract/settings-form.ts'

export * from './contract/answers.ts'
export { readColour, tidyColour } from './contract/colour.ts'
export { type DayRange, dayOf, dayRange, dayRanges, dayStart, lastDays } from './contract/days.ts'
export { postedOf } from './contract/design.ts'
export { innerSchema, isRecord } from './contract/inner-schema.ts'
export {
  type EntryNames,
  entryDescriberOf,
  entriesDescribedAs,
  describedAs,
  valueDescriberOf,
} from './contract/descriptions.ts'
export {
  channelId,
  describeField,
  field,
  type FieldMeta,
  layersOf,
  limited,
  messageId,
  onOff,
  type Person,
  person,
  personId,
  picked,
  roleId,
  roleOrPersonId,
  snowflake,
  whyNotCopied,
  titleOf,
  requiredError,
} from './contract/field.ts'
export { type Area, areas, type IconName, type Identity } from './contract/identity.ts'
export { isGuildNeed, type Need, type RightName } from './contract/need.ts'
export { pressKey } from './contract/press-key.ts'
export {
  bodyOf,
  type Conflict,
  conflict,
  type Edited,
  editedFrom,
  type Form,
  joinedForm,
  mergedNames,
  nameOfPosted,
  postedAs,
  postedFrom,
  postedName,
  settingsForm,
  shownAs,
} from './contract/settings-form.ts'

/**
 * The vocabulary shared by server and browser. A feature's `contract.ts` declares its settings, forms and endpoints
 * once; the server validates with it, and the browser draws forms and gets its types from it. It imports only zod, so
 * both sides can load it.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Endpoint {
  /** What it does, as one sentence for the reference: 'Lists cases, newest first.' */
  summary: string
  method: Method
  /** Below `/api`, with `:name` for parameters. Any need beyond 'signed-in' is checked against `:guildId`. */
  path: string
  needs: Need
  /** The Discord permissions that the caller must hold as well: those for what the bot does on their behalf. */
  permissions?: readonly string[]
  /** Permissions for what the bot does only if the body asks for it: `{ take_roles: ['ManageRoles'] }`. */
  permissionsIf?: Readonly<Record<string, readonly string[]>>
  /**
   * The feature's command that does the same thing. The server's rules about who may use that command apply here too,
   * and so does the feature's switch; `permissions` must be those that the command needs.
   */
  command?: string
  query?: z.ZodObject
  body?: z.ZodObject | Upload
  /**
   * The values of path, query or body that name a channel, and the Discord permissions that the caller needs there: `{
   * channelId: ['ViewChannel'] }`. A channel that does not exist is left to the handler.
   */
  channels?: Readonly<Record<string, readonly string[]>>
  /** Available even while its premium feature rests, because it undoes what the feature did. */
  free?: true
  /** For a POST without a {@link pressKey}: why sending the same request twice has no further effect. */
  idempotent?: string
  /** For a POST that changes nothing: its body is a query. */
  onlyAsks?: true
  /** The largest body in bytes, if the default of 256 kB is too small. */
  bodyLimit?: number
  /**
   * The JSON of the answer (the kernel adds `success: true` to answers of writes), or {@link file}, {@link page} or
   * {@link stream}.
   */
  reply: z.ZodType | FileReply | PageReply | StreamReply
}

export interface Definition {
  settings: z.ZodObject
  endpoints: Record<string, Endpoint>
  forms: Record<string, Form>
}

export interface Contract<D extends Definition = Definition> extends Identity {
  /** The feature's folder name on both sides, and the name its settings are stored under. */
  name: string
  settings: D['settings']
  endpoints: D['endpoints']
  forms: D['forms']
}

export type Settings<C extends Contract> = z.output<C['settings']>
export type Params = Record<string, string>
export type Body<E extends Endpoint> = E['body'] extends z.ZodObject
  ? z.output<E['body']>
  : E['body'] extends Upload<infer F>
    ? z.output<F> & { file: UploadedFile }
    : undefined
export type Query<E extends Endpoint> = E['query'] extends z.ZodObject ? z.output<E['query']> : undefined
/** What the handler returns: values, a file, or a page's HTML. */
export type Reply<E extends Endpoint> = E['reply'] extends z.ZodType
  ? z.input<E['reply']>
  : E['reply'] extends FileReply
    ? FileContent
    : E['reply'] extends PageReply
      ? string
      : never
/** The endpoints that a feature handles itself: all except streams. */
export type Answered<E extends Record<string, Endpoint>> = {
  [K in keyof E as E[K]['reply'] extends StreamReply ? never : K]: E[K]
}
/** The names of a contract's streams. */
export type Streams<C extends Contract> = {
  [K in keyof C['endpoints']]: C['endpoints'][K]['reply'] extends StreamReply ? K : never
}[keyof C['endpoints']] &
  string

/**
 * Declares a feature. Every setting needs a default, so that an empty document parses and no guild needs a migration.
 * @throws Error if a setting has no default, the path of an endpoint or form with a guild need has no `:guildId`, a
 * page has no icon or summary, or a stream may be read without a right in its guild
 */
export function contract<
  const N extends string,
  S extends z.ZodObject = z.ZodObject<Record<never, never>>,
  const E extends Record<string, Endpoint> = Record<never, never>,
  const F extends Record<string, Form> = Record<never, never>,
>(
  name: N,
  definition: Identity & { settings?: S; endpoints?: E; forms?: F },
): Contract<{ settings: S; endpoints: E; forms: F }> & { name: N } {
  const settings = (definition.settings ?? z.object({})) as S
  const empty = settings.safeParse({})
  if (!empty.success)
    throw new Error(`${name}: every setting needs a default (${empty.error.issues[0]?.path.join('.')})`)
  const endpoints = (definition.endpoints ?? {}) as E
  const forms = (definition.forms ?? {}) as F
  for (const { needs, path } of [
    ...Object.values(endpoints),
    ...Object.values(forms).map(form => ({ needs: form.needs, path: form.address })),
  ]) {
    if (isGuildNeed(needs) && !path.includes('/:guildId'))
      throw new Error(`${name}: ${path} needs '${needs}' but names no :guildId`)
  }
  if (definition.page && !(definition.icon && definition.summary))
    throw new Error(`${name}: a feature with a page has an icon and a summary`)
  for (const { needs, path, reply } of Object.values(endpoints))
    if ('answers' in reply && reply.answers === 'stream' && (needs === 'anyone' || needs === 'signed-in'))
      throw new Error(`${name}: the stream ${path} must need a right in its guild`)
  return { ...definition, name, settings, endpoints, forms }
}

/** Types an endpoint without widening it. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

/** The answer to every failed call. `code` is '<feature>.<reason>'. */
export interface ErrorReply {
  success: false
  error: string
  code: string
  /** Field name to sentence, if the error is about particular fields. */
  fields?: Record<string, string>
  /** A code to quote to the operator, if the failure is a bug of ours. */
  reference?: string
  /** What somebody else has changed in the meantime, if that is why nothing was saved. */
  conflict?: Conflict
}
