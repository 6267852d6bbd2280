import { z } from 'zod'
import type { FileContent, FileReply, PageReply, StreamReply, Upload, UploadedFile } from './contract/answers.ts'

export * from './contract/answers.ts'

/**
 * The words both halves speak. A feature's `contract.ts` says once what its settings, forms and endpoints are;
 * the server validates with it, the browser draws and types with it. Imports zod only, so both can load it.
 */

/** A right that a feature supplies in its parts: `antinuke.edit`. */
export type RightName = `${string}.${string}`

/**
 * What a caller must be. The kernel enforces it before a handler runs. 'visit' is whoever may open any page of the
 * server; 'view' and 'manage' are about the feature that asks.
 */
export type Need = 'anyone' | 'signed-in' | 'visit' | 'view' | 'manage' | 'owner' | RightName

/** Whether it is judged on a guild. */
export const isGuildNeed = (need: Need): boolean => need !== 'anyone' && need !== 'signed-in'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** How a settings field is drawn and which guild objects its value must name. Read it with {@link describeField}. */
export interface FieldMeta {
  control:
    | 'toggle'
    | 'text'
    | 'message'
    | 'number'
    | 'choice'
    | 'colour'
    | 'url'
    | 'channel'
    | 'channels'
    | 'role'
    | 'roles'
  label: string
  help?: string
  placeholder?: string
  /** Longest text (characters) or largest number. */
  max?: number
  /** Shortest text (characters) or smallest number. */
  min?: number
  unit?: string
  options?: readonly { value: string; label: string }[]
  /** Discord channel types that may be chosen (0 is text). */
  channelTypes?: readonly number[]
  /** The bot will give this role to members, so it must stand below the bot's own. */
  assignable?: boolean
}

type Extra = Partial<Omit<FieldMeta, 'control' | 'label'>>

const isMeta = (value: unknown): value is FieldMeta => typeof value === 'object' && value !== null && 'control' in value

function described<T extends z.ZodType>(schema: T, meta: FieldMeta): T {
  return schema.meta({ ...meta, title: meta.label, ...(meta.help && { description: meta.help }) })
}

const idPattern = /^\d{17,20}$/
/** A Discord id: 17 to 20 digits. */
export const snowflake = z.string().regex(idPattern, 'Not a Discord id.')
/** Somebody as pages show them. */
export const person = z.object({ id: snowflake, name: z.string().nullable(), avatarURL: z.string().nullable() })
export type Person = z.output<typeof person>
/** A role that somebody picks: that nothing is picked yet is told in words. */
const pickedRole = z.string().min(1, { error: 'Choose a role.', abort: true }).regex(idPattern, 'Not a Discord id.')

/** Accepts what the spec's forms post for a switch: 'on', 'off', true or false. Parses to a boolean. */
export const onOff = z.union([z.boolean(), z.enum(['on', 'off']).transform(value => value === 'on')])

/** `#RRGGBB`, stored in upper case. */
export const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'Use a colour like #068ADD.')
  .transform(value => value.toUpperCase())

/** A text of at most `max` characters as Discord counts them (code points). */
export function limited(max: number, label = 'This') {
  return z
    .string()
    .refine(value => [...value].length <= max, { message: `${label} can have at most ${max} characters.` })
}

/** Settings fields: each is a zod schema that also knows how it is drawn. */
export const field = {
  toggle: (label: string, extra: Extra = {}) => described(z.boolean(), { control: 'toggle', label, ...extra }),
  text: (label: string, extra: Extra & { max: number }) =>
    described(limited(extra.max, label), { control: 'text', label, ...extra }),
  message: (label: string, extra: Extra = {}) =>
    described(limited(extra.max ?? 2000, label), { control: 'message', label, max: 2000, ...extra }),
  number: (label: string, extra: Extra & { min: number; max: number }) =>
    described(
      z
        .int(`${label} must be a whole number.`)
        .min(extra.min, `${label} must be at least ${extra.min}.`)
        .max(extra.max, `${label} must be at most ${extra.max}.`),
      { control: 'number', label, ...extra },
    ),
  choice: <const V extends string>(label: string, options: readonly { value: V; label: string }[], extra: Extra = {}) =>
    described(z.enum(options.map(option => option.value) as [V, ...V[]]), {
      control: 'choice',
      label,
      options,
      ...extra,
    }),
  colour: (label: string, extra: Extra = {}) => described(colour, { control: 'colour', label, ...extra }),
  url: (label: string, extra: Extra = {}) =>
    described(z.url({ protocol: /^https?$/, error: 'Please enter a valid URL' }), { control: 'url', label, ...extra }),
  /** An id on the way in may also be the channel's name or `#name`; the kernel resolves it within the guild. */
  channel: (label: string, extra: Extra = {}) =>
    described(z.string().min(1).max(120), { control: 'channel', label, channelTypes: [0], ...extra }),
  channels: (label: string, extra: Extra = {}) =>
    described(z.array(z.string().min(1).max(120)).max(100), {
      control: 'channels',
      label,
      channelTypes: [0],
      ...extra,
    }),
  role: (label: string, extra: Extra = {}) => described(pickedRole, { control: 'role', label, ...extra }),
  roles: (label: string, extra: Extra = {}) =>
    described(z.array(snowflake).max(250), { control: 'roles', label, ...extra }),
}

/** A schema and what its defaults, nullables and optionals wrap, outermost first. */
function* layersOf(schema: z.ZodType): Generator<z.ZodType> {
  let current: z.ZodType | undefined = schema
  while (current) {
    yield current
    const def = current.def as { innerType?: z.ZodType; in?: z.ZodType }
    current = def.innerType ?? def.in
  }
}

/** The field's drawing instructions, found through defaults, nullables and optionals. */
export function describeField(schema: z.ZodType): FieldMeta | undefined {
  for (const layer of layersOf(schema)) {
    const meta = layer.meta()
    if (isMeta(meta)) return meta
  }
  return undefined
}

/** What people call a field: its label, or the `title` of one that a page draws by itself, such as a list. */
export function titleOf(schema: z.ZodType): string | undefined {
  for (const layer of layersOf(schema)) {
    const title = layer.meta()?.title
    if (title !== undefined) return title
  }
  return undefined
}

export interface Endpoint {
  /** What it does, as one sentence for the reference: 'Lists cases, newest first.' */
  summary: string
  method: Method
  /** Below `/api`, with `:name` for parameters. `:guildId` is what a need beyond 'signed-in' is judged on. */
  path: string
  needs: Need
  query?: z.ZodObject
  body?: z.ZodObject | Upload
  /** The largest body in bytes, where 256 kB is too little. */
  bodyLimit?: number
  /** What the answer holds as JSON, where a write's is given `success: true` by the kernel; or {@link file}, {@link page} or {@link stream}. */
  reply: z.ZodType | FileReply | PageReply | StreamReply
}

/** One of possibly several forms that share an address; the kernel joins them. */
export interface Form {
  /** What posting it does, as one sentence for the reference: 'Saves the settings of levels.' */
  summary: string
  /** Below `/api`, with `:guildId`. GET answers every form's view, POST carries exactly one flag. */
  address: string
  /** The key that is `true` in the body and names this form. */
  flag: string
  needs: Need
  body: z.ZodObject
  /** What GET shows of it. */
  view: z.ZodObject
  /** The key of GET's answer that the view is merged into. */
  under: string
}

export interface Definition {
  settings: z.ZodObject
  endpoints: Record<string, Endpoint>
  forms: Record<string, Form>
}

export interface Contract<D extends Definition = Definition> {
  /** The feature's folder name on both sides, and the name its settings are stored under. */
  name: string
  /** What people call it. */
  title: string
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
/** The endpoints that a feature answers itself: all but streams. */
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
 * @throws Error when a setting has no default, a guild need has no `:guildId` to be judged on, or a stream is about no guild.
 */
export function contract<
  const N extends string,
  S extends z.ZodObject = z.ZodObject<Record<never, never>>,
  const E extends Record<string, Endpoint> = Record<never, never>,
  const F extends Record<string, Form> = Record<never, never>,
>(
  name: N,
  definition: { title: string; settings?: S; endpoints?: E; forms?: F },
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
  for (const { needs, path, reply } of Object.values(endpoints))
    if ('answers' in reply && reply.answers === 'stream' && (needs === 'anyone' || needs === 'signed-in'))
      throw new Error(`${name}: the stream ${path} must need a right in its guild`)
  return { name, title: definition.title, settings, endpoints, forms }
}

/** Types an endpoint without widening it. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

/** Types a form without widening it; `under` is 'guild' and `needs` is 'manage' unless told. */
export const form = <B extends z.ZodObject, V extends z.ZodObject>(definition: {
  summary: string
  address: string
  flag: string
  body: B
  view: V
  needs?: Need
  under?: string
}) => ({ needs: 'manage' as Need, under: 'guild', ...definition })

/** What every failed call answers. `code` is '<feature>.<reason>'. */
export interface ErrorReply {
  success: false
  error: string
  code: string
  /** Field name to sentence, where single fields are at fault. */
  fields?: Record<string, string>
  /** What to quote to whoever runs the bot, where the failure is ours. */
  reference?: string
}
