import { z } from 'zod'

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
    /** A page draws it by itself. */
    | 'drawn'
  label: string
  help?: string
  placeholder?: string
  /** Longest text (characters) or largest number. */
  max?: number
  /** Shortest text (characters) or smallest number. */
  min?: number
  unit?: string
  /** `needs` as the field's, to choose this one. */
  options?: readonly { value: string; label: string; needs?: string }[]
  /** Discord channel types that may be chosen (0 is text). */
  channelTypes?: readonly number[]
  /** The bot will write there, so whoever chooses it must be able to write there too. */
  posts?: boolean
  /** The bot will give this role to members, so it must stand below the bot's own. */
  assignable?: boolean
  /**
   * Discord's permission for what the bot does by this setting. Whoever changes it without managing the server, because
   * they were given access, must hold it to set it to anything but off, and to switch the feature on while this is set.
   */
  needs?: string
  /**
   * Where the feature's other settings decide when and to whom this is done: whoever changes one of them needs what the
   * value of this one does. These do not decide that.
   */
  independentOf?: readonly string[]
  /** The setting that names the channel this is posted in: who changes it must be able to write there too. */
  postedIn?: string
  /** The key that a form posts it under, where that is not its name as the form writes names. */
  posted?: string
  /** The dotted path that GET shows it under, where that is not the key it is posted under; also several. */
  shown?: string | readonly string[]
  /** Why it stays in this server when settings are exported or copied, as the end of a sentence: 'is a secret'. */
  stays?: string
  /** The names of the placeholders that are filled in it, without braces. */
  fills?: readonly string[]
  /** Line breaks may be posted as a backslash and an n. */
  escaped?: boolean
}

type Extra = Partial<Omit<FieldMeta, 'control' | 'label'>>

const isMeta = (value: unknown): value is FieldMeta => typeof value === 'object' && value !== null && 'control' in value

function described<T extends z.ZodType>(schema: T, meta: FieldMeta): T {
  return schema.meta({ ...meta, title: meta.label, ...(meta.help && { description: meta.help }) })
}

const idPattern = /^\d{17,20}$/
/** A Discord id: 17 to 20 digits. */
export const snowflake = z.string().regex(idPattern, 'Not a Discord id.')
/** In settings and in what people make, ids say of what they are: pages must tell when it was deleted. */
export const channelId = z.string().regex(idPattern, 'Not a Discord id.')
export const roleId = z.string().regex(idPattern, 'Not a Discord id.')
export const personId = z.string().regex(idPattern, 'Not a Discord id.')
export const messageId = z.string().regex(idPattern, 'Not a Discord id.')
export const roleOrPersonId = z.string().regex(idPattern, 'Not a Discord id.')
/** Somebody as pages show them. */
export const person = z.object({ id: snowflake, name: z.string().nullable(), avatarURL: z.string().nullable() })
export type Person = z.output<typeof person>
/** Where nothing is given, `error` says so; anything of another kind is refused in the usual words. */
export const unlessGiven = (error: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? error : undefined),
})
/** What somebody picks, by its id. @param error says that nothing is picked yet: left out, null or empty */
export const picked = (error: string) =>
  z.string(unlessGiven(error)).min(1, { error, abort: true }).regex(idPattern, 'Not a Discord id.')
const pickedRole = picked('Choose a role.')

/** Accepts what the spec's forms post for a switch: 'on', 'off', true or false. Parses to a boolean. */
export const onOff = z.union([z.boolean(), z.enum(['on', 'off']).transform(value => value === 'on')], {
  error: ({ path, input }) => (input === undefined ? undefined : `"${String(path?.at(-1))}" must be on or off.`),
})

/** `#RRGGBB`, stored in upper case. */
const colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'Use a color like #068ADD.')
  .transform(value => value.toUpperCase())

/** A text of at most `max` characters as Discord counts them (code points). @param missing what to say where none is given */
export function limited(max: number, label = 'This', missing?: string) {
  return z
    .string(missing === undefined ? undefined : unlessGiven(missing))
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
  /** What a page draws by itself, with all that others have: where it is posted, which form shows it under what. */
  drawn: <T extends z.ZodType>(schema: T, label: string, extra: Extra = {}) =>
    described(schema, { control: 'drawn', label, ...extra }),
  roles: (label: string, extra: Extra = {}) =>
    described(z.array(snowflake).max(250), { control: 'roles', label, ...extra }),
}

/** A schema and what its defaults, nullables and optionals wrap, outermost first. */
export function* layersOf(schema: z.ZodType): Generator<z.ZodType> {
  let current: z.ZodType | undefined = schema
  while (current) {
    yield current
    const def = current.def as { innerType?: z.ZodType; in?: z.ZodType }
    current = def.innerType ?? def.in
  }
}

/** A page reads each field's several times; to find it, zod collects what every schema was derived from. */
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

/** What people call a field: its label, or the `title` of one that a page draws by itself, such as a list. */
export function titleOf(schema: z.ZodType): string | undefined {
  for (const layer of layersOf(schema)) {
    const title = layer.meta()?.title
    if (title !== undefined) return title
  }
  return undefined
}

/** Why a setting is not taken to other servers, as the end of a sentence; undefined for nearly all. */
export function staysBecause(schema: z.ZodType): string | undefined {
  for (const layer of layersOf(schema)) {
    const stays = layer.meta()?.['stays']
    if (typeof stays === 'string') return stays
  }
  return undefined
}
