import { z } from 'zod'
import { tidyColour } from './colour.ts'

/**
 * How a settings field is drawn, and which things in the guild its value must name. Read it with {@link describeField}.
 */
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
    /** The page draws it itself. */
    | 'drawn'
  label: string
  help?: string
  placeholder?: string
  /** Longest text (characters) or largest number. */
  max?: number
  /** Shortest text (characters) or smallest number. */
  min?: number
  unit?: string
  /** `needs`: like the field's, for choosing this option. */
  options?: readonly { value: string; label: string; needs?: string }[]
  /** Discord channel types that may be chosen (0 is text). */
  channelTypes?: readonly number[]
  /** The bot will post there, so whoever chooses the channel must be able to post there too. */
  posts?: boolean
  /** The bot will give this role to members, so it must be below the bot's own highest role. */
  assignable?: boolean
  /**
   * The Discord permission for what the bot does because of this setting. Somebody who was given access but does not
   * manage the server needs it to set this to anything but off, and to turn the feature on while this is set.
   */
  needs?: string
  /**
   * Other settings of the feature that do not affect when or to whom this is done. Somebody without Manage Server who
   * changes any setting that is not listed here also needs the permission that the current value of this one requires.
   * By default, all settings but the feature's switch are independent.
   */
  independentOf?: readonly string[]
  /** The setting that names the channel this is posted in: whoever changes this must be able to post there too. */
  postedIn?: string
  /** The key that a form posts it under, if not its name in the form's naming style. */
  posted?: string
  /** The dotted path, or several, that GET shows it under, if not the key that it is posted under. */
  shown?: string | readonly string[]
  /** Why it stays in this server when settings are exported or copied, as the end of a sentence: 'is a secret'. */
  stays?: string
  /** The names of the placeholders that may be used in it, without braces. */
  fills?: readonly string[]
  /** Line breaks may be posted as `\n`, a backslash and an n. */
  escaped?: boolean
}

type Extra = Partial<Omit<FieldMeta, 'control' | 'label'>>

const isMeta = (value: unknown): value is FieldMeta => typeof value === 'object' && value !== null && 'control' in value

function described<T extends z.ZodType>(schema: T, meta: FieldMeta): T {
  return schema.meta({ ...meta, title: meta.label, ...(meta.help && { description: meta.help }) })
}

const idPattern = /^\d{17,20}$/
/** A Discord id: 17 to 20 digits. */
export const snowflake = z.string().regex(idPattern, 'Not a Discord ID.')
/** Ids in settings and designs declare what they identify, so that pages can say when it was deleted. */
export const channelId = z.string().regex(idPattern, 'Not a Discord ID.')
export const roleId = z.string().regex(idPattern, 'Not a Discord ID.')
export const personId = z.string().regex(idPattern, 'Not a Discord ID.')
export const messageId = z.string().regex(idPattern, 'Not a Discord ID.')
export const roleOrPersonId = z.string().regex(idPattern, 'Not a Discord ID.')
/** A user, as pages show them. */
export const person = z.object({ id: snowflake, name: z.string().nullable(), avatarURL: z.string().nullable() })
export type Person = z.output<typeof person>
/** Reports `error` when no value is given; a value of the wrong type is refused with the usual message. */
export const requiredError = (error: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? error : undefined),
})
/** The id of something that must be chosen. @param error shown while nothing is chosen: left out, null or empty */
export const picked = (error: string) =>
  z.string(requiredError(error)).min(1, { error, abort: true }).regex(idPattern, 'Not a Discord ID.')
const pickedRole = picked('Choose a role.')

/**
 * Accepts what the spec's forms post for a switch: 'on', 'off', true or false. Parses to a boolean.
 * @param label what refusals call it
 */
export const switchCalled = (label?: string) =>
  z.union([z.boolean(), z.enum(['on', 'off']).transform(value => value === 'on')], {
    error: ({ path, input }) => {
      const key = String(path?.at(-1))
      const name = label === undefined ? `"${key}"` : `${label} (${key})`
      return input === undefined ? undefined : `${name} must be on or off.`
    },
  })

/** A switch without a label. */
export const onOff = switchCalled()

/** Stored as `#RRGGBB`, in upper case. */
const colour = z
  .string()
  .overwrite(tidyColour)
  .regex(/^#[0-9a-fA-F]{6}$/, 'Use a color like #068ADD.')

/**
 * A text of at most `max` characters as Discord counts them (code points). @param missing the error if no text is given
 */
export function limited(max: number, label = 'This', missing?: string) {
  return z
    .string(missing === undefined ? undefined : requiredError(missing))
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
  choice: <const V extends string>(
    label: string,
    options: readonly { value: V; label: string; needs?: string }[],
    extra: Extra = {},
  ) =>
    described(z.enum(options.map(option => option.value) as [V, ...V[]]), {
      control: 'choice',
      label,
      options,
      ...extra,
    }),
  colour: (label: string, extra: Extra = {}) => described(colour, { control: 'colour', label, ...extra }),
  url: (label: string, extra: Extra = {}) =>
    described(z.url({ protocol: /^https?$/, error: 'Please enter a valid URL' }), { control: 'url', label, ...extra }),
  /** When posted, the value may also be the channel's name or `#name`; the kernel resolves it within the guild. */
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
  /**
   * A field that the page draws itself; like any other, it may say which channel it is posted in and which keys a form
   * uses.
   */
  drawn: <T extends z.ZodType>(schema: T, label: string, extra: Extra = {}) =>
    described(schema, { control: 'drawn', label, ...extra }),
  roles: (label: string, extra: Extra = {}) =>
    described(z.array(snowflake).max(250), { control: 'roles', label, ...extra }),
}

/** A schema and the schemas inside its defaults, nullables and optionals, outermost first. */
export function* layersOf(schema: z.ZodType): Generator<z.ZodType> {
  let current: z.ZodType | undefined = schema
  while (current) {
    yield current
    const def = current.def as { innerType?: z.ZodType; in?: z.ZodType }
    current = def.innerType ?? def.in
  }
}

/** A cache: a page reads each field's metadata several times, and zod searches all ancestors of a schema for it. */
const metas = new WeakMap<z.ZodType, FieldMeta | null>()

function findMeta(schema: z.ZodType): FieldMeta | null {
  for (const layer of layersOf(schema)) {
    const meta = layer.meta()
    if (isMeta(meta)) return meta
  }
  return null
}

/** The field's drawing instructions, found through defaults, nullables and optionals. */
export function describeField(schema: z.ZodType): FieldMeta | undefined {
  const known = metas.get(schema)
  const meta = known === undefined ? findMeta(schema) : known
  if (known === undefined) metas.set(schema, meta)
  return meta ?? undefined
}

/** What people call a field: its label, or the `title` of a field that the page draws itself, such as a list. */
export function titleOf(schema: z.ZodType): string | undefined {
  for (const layer of layersOf(schema)) {
    const title = layer.meta()?.title
    if (title !== undefined) return title
  }
  return undefined
}

/** Why a setting is not copied to other servers, as the end of a sentence; undefined for nearly all. */
export function whyNotCopied(schema: z.ZodType): string | undefined {
  for (const layer of layersOf(schema)) {
    const stays = layer.meta()?.['stays']
    if (typeof stays === 'string') return stays
  }
  return undefined
}
