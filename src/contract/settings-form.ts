import { z } from 'zod'
import { withoutDefault } from './design.ts'
import { describeField, type FieldMeta, layersOf, snowflake, switchCalled } from './field.ts'
import type { Need } from './need.ts'

/** The keys of one field in the API: posted under one, shown under one or more dotted paths. */
interface Keys {
  posted: string
  shown: readonly string[]
}

/**
 * One of the forms that share an address, or the only one; the kernel joins them. Created with {@link settingsForm}.
 */
export interface Form<
  S extends z.ZodObject = z.ZodObject,
  V extends z.ZodObject = z.ZodObject,
  B extends z.ZodObject = z.ZodObject,
> {
  /** What posting it does, as one sentence for the reference: 'Saves the settings of levels.' */
  summary: string
  /** Below `/api`, with `:guildId`. GET returns the views of all its forms; a POST carries exactly one flag. */
  address: string
  /**
   * Identifies this form among those of its address: the key that is `true` in the body, unless `posts` says otherwise.
   */
  flag: string
  /**
   * How its body is written: its fields beside the flag, alone, or inside the flag's key. Only forms of the first kind
   * can share an address.
   */
  posts: 'beside the flag' | 'alone' | 'within the flag'
  needs: Need
  /**
   * The key of GET's answer that the view is merged into; `section` is the key inside it for fields without a path of
   * their own.
   */
  under: string
  section: string | undefined
  /** The feature's settings that it shows and stores. */
  settings: S
  /** Values that GET shows as well and nobody edits; the feature supplies them. */
  shows: V
  /** More such values, shown at the top level of GET's answer, beside the guild and its settings. */
  beside: B
  /** Keys of `shows` that documented clients post back with the rest; they are ignored. */
  echoed: readonly string[]
  /** By the names of the fields of `settings`. */
  keys: Readonly<Record<string, Keys>>
  /** The fields that POST accepts besides the flag; any that is left out keeps its value. */
  body: z.ZodObject
  /** What GET shows of this form. */
  view: z.ZodObject
}

/** The values that a page edits, by field name. */
export type Edited<F extends Form> = z.output<F['settings']>

type Nothing = z.ZodObject<Record<never, never>>

const snakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

type Posting = Pick<FieldMeta, 'posted' | 'shown'> & {
  /** For an object: a post changes only the parts that it names. */
  merges?: boolean
}

/** The keys that the field itself specifies. */
function ownKeys(schema: z.ZodType): Posting {
  for (const layer of layersOf(schema)) {
    const meta = layer.meta()
    // Lists and objects have no control; any metadata that they have uses the same key names.
    if (meta) return meta as Posting
  }
  return {}
}

/** The settings of a form that are posted in parts. */
export const mergedNames = ({ settings }: Form): string[] =>
  Object.entries<z.ZodType>(settings.shape).flatMap(([name, schema]) => (ownKeys(schema).merges ? [name] : []))

/** The schema of an object of which any part may be posted. */
function partsOf(schema: z.ZodType): z.ZodType {
  const object = [...layersOf(schema)].find(layer => layer instanceof z.ZodObject)
  if (!object) throw new Error('only an object is posted in parts')
  const parts = Object.entries<z.ZodType>(object.shape).map(([key, part]) => [key, postedSchema(part).optional()])
  return z.strictObject(Object.fromEntries(parts))
}

const unescaped = (value: unknown) => (typeof value === 'string' ? value.replaceAll(String.raw`\n`, '\n') : value)

/** The schema of a posted field: as documented clients write it, and as it is stored. */
function postedSchema(setting: z.ZodType): z.ZodType {
  const schema = withoutDefault(setting)
  if (ownKeys(schema).merges) return partsOf(schema)
  const meta = describeField(schema)
  const read = (change: (value: unknown) => unknown) => z.preprocess(change, schema).meta({ ...meta })
  if (meta?.control === 'toggle') return switchCalled(meta.label).meta({ ...meta })
  if (meta?.control === 'choice') {
    const values = new Map(meta.options?.map(({ value }) => [value.toLowerCase(), value]))
    return read(value => (typeof value === 'string' ? (values.get(value.toLowerCase()) ?? value) : value))
  }
  // An empty text and '#' both mean that nothing is chosen.
  if ((meta?.control === 'channel' || meta?.control === 'role') && schema.isNullable())
    return read(value => (value === '' || value === '#' ? null : value))
  return meta?.escaped ? read(unescaped) : schema
}

interface Branch {
  [key: string]: Branch | z.ZodType
}

/** Sets the value at a dotted path. */
function put(tree: Record<string, unknown>, path: string, value: unknown): void {
  let at = tree
  let start = 0
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', start)) {
    at = (at[path.slice(start, dot)] ??= {}) as Record<string, unknown>
    start = dot + 1
  }
  at[path.slice(start)] = value
}

const within = (section: string | undefined, key: string) => (section === undefined ? key : `${section}.${key}`)

const objectOf = (tree: Branch): z.ZodObject =>
  z.object(
    Object.fromEntries(
      Object.entries(tree).map(([key, node]) => [key, node instanceof z.ZodType ? node : objectOf(node)]),
    ),
  )

/**
 * Declares a form by the settings that it stores; the shapes of its body and view follow from the fields.
 * @param definition.posts how its body is written; 'beside the flag' by default
 * @param definition.under the key of GET's answer that it is shown in; 'guild' by default
 * @param definition.section the key inside that, for fields that specify no path themselves
 * @param definition.needs 'manage' by default
 * @param definition.keys the naming style of keys in the API; the fields' own names by default
 */
export function settingsForm<
  S extends z.ZodObject = Nothing,
  V extends z.ZodObject = Nothing,
  B extends z.ZodObject = Nothing,
>(definition: {
  summary: string
  address: string
  flag: string
  posts?: Form['posts']
  needs?: Need
  under?: string
  section?: string
  keys?: 'snake_case'
  settings?: S
  shows?: V
  beside?: B
  echoed?: readonly (keyof z.output<V> & string)[]
}): Form<S, V, B> {
  const { summary, address, flag, posts = 'beside the flag', needs = 'manage', under = 'guild', section } = definition
  const settings = (definition.settings ?? z.object({})) as S
  const shows = (definition.shows ?? z.object({})) as V
  const fields: Record<string, z.ZodType> = settings.shape
  const keysOf = (name: string, schema: z.ZodType): Keys => {
    const { posted, shown } = ownKeys(schema)
    const usual = definition.keys === 'snake_case' ? snakeCase(name) : name
    return { posted: posted ?? usual, shown: [shown ?? within(section, posted ?? usual)].flat() }
  }
  const keys = Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, keysOf(name, schema)]))
  const tree: Branch = {}
  for (const [name, schema] of Object.entries(fields))
    for (const path of keys[name]?.shown ?? []) put(tree, path, withoutDefault(schema))
  for (const [name, schema] of Object.entries<z.ZodType>(shows.shape)) put(tree, within(section, name), schema)
  const body = z.strictObject(
    Object.fromEntries(
      Object.entries(fields).map(([name, schema]) => [keys[name]?.posted ?? name, postedSchema(schema).optional()]),
    ),
  )
  const beside = (definition.beside ?? z.object({})) as B
  const { echoed = [] } = definition
  const shown = { shows, beside, echoed, view: objectOf(tree) }
  return { summary, address, flag, posts, needs, under, section, settings, keys, body, ...shown }
}

/**
 * Joins a form with forms of other features that are posted under the same flag. The fields of the others get their
 * posted names, because each feature's own field names are unique only within it.
 */
export function joinedForm<F extends Form>(form: F, others: readonly Form[]): F {
  return others.reduce<F>((joined, other) => {
    const named = (schema: z.ZodObject) =>
      Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [postedName(other, name), field]))
    return {
      ...joined,
      settings: joined.settings.extend(named(other.settings)),
      keys: { ...joined.keys, ...Object.fromEntries(Object.values(other.keys).map(keys => [keys.posted, keys])) },
      body: joined.body.extend(other.body.shape),
      view: joined.view.extend(other.view.shape),
    }
  }, form)
}

/** What GET shows of the form, given the values of its fields and of `shows`. */
export function shownAs(form: Form, values: Record<string, unknown>): Record<string, unknown> {
  const view = {}
  for (const [name, { shown }] of Object.entries(form.keys)) for (const path of shown) put(view, path, values[name])
  for (const name of Object.keys(form.shows.shape)) put(view, within(form.section, name), values[name])
  return view
}

/** The values of the form's fields, read from what GET shows of it. */
export function editedFrom<F extends Form>(form: F, view: unknown): Edited<F> {
  const step = (at: unknown, key: string) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined)
  return Object.fromEntries(
    Object.entries(form.keys).map(
      ([
        name,
        {
          shown: [path = ''],
        },
      ]) => [name, path.split('.').reduce(step, view)],
    ),
  ) as Edited<F>
}

/** The values that a body, parsed with `form.body`, sets, by field name. */
export function postedFrom<F extends Form>(form: F, body: Record<string, unknown>): Partial<Edited<F>> {
  const named = Object.entries(form.keys).map(([name, { posted }]) => [name, body[posted]] as const)
  return Object.fromEntries(named.filter(([, value]) => value !== undefined)) as Partial<Edited<F>>
}

/** Values as a form posts them: under the posted keys, with booleans as 'on' and 'off'. */
export function postedAs<F extends Form>(form: F, values: Partial<Edited<F>>): Record<string, unknown> {
  const word = (value: unknown) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : value)
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [postedName(form, name), word(value)]))
}

/**
 * The body of a form to send. @param fields as from {@link postedAs} @param revision the revision that they were edited
 * from
 */
export function bodyOf(form: Form, fields: Record<string, unknown>, revision?: number): Record<string, unknown> {
  const over = revision === undefined ? {} : { revision }
  if (form.posts === 'alone') return { ...fields, ...over }
  return form.posts === 'within the flag' ? { [form.flag]: fields, ...over } : { [form.flag]: true, ...fields, ...over }
}

const renamed = (path: string, name: (first: string) => string) => {
  const [first = '', ...rest] = path.split('.')
  return [name(first), ...rest].join('.')
}

/** The posted form of a field's name, or of a path into its value: `levelRoles.0` becomes `level_roles.0`. */
export const postedName = (form: Form, path: string): string => renamed(path, name => form.keys[name]?.posted ?? name)

/** The reverse of {@link postedName}. */
export const nameOfPosted = (form: Form, path: string): string =>
  renamed(path, key => Object.entries(form.keys).find(([, { posted }]) => posted === key)?.[0] ?? key)

const changedBy = z.object({
  userId: snowflake
    .nullable()
    .meta({ description: 'Null for the bot itself, and for people who asked to be forgotten.' }),
  name: z.string().nullable(),
  avatarURL: z.string().nullable(),
  via: z.string(),
})

const conflicting = z.object({
  key: z.string().meta({ description: 'The key it was posted under.' }),
  label: z.string().meta({ description: 'What people call it.' }),
  by: changedBy,
  at: z.number().meta({
    description: 'When it was last changed (Unix ms), or the latest possible time if that is no longer stored.',
  }),
  was: z.unknown().meta({ description: 'The value when the form was loaded; left out if that is no longer stored.' }),
  theirs: z.unknown().meta({ description: 'The value that is stored now.' }),
  yours: z.unknown().meta({ description: 'The value that was posted.' }),
})

const joined = z.object({
  key: z.string().meta({ description: 'The key it is posted under.' }),
  label: z.string().meta({ description: 'What people call it.' }),
  by: changedBy.nullable().meta({ description: 'Who changed it; null if this request did.' }),
  was: z.unknown().meta({ description: 'The previous value.' }),
  becomes: z.unknown().meta({ description: 'The new value.' }),
})

/** The details of a form that was not saved because somebody else has changed these fields since they were loaded. */
export const conflict = z.object({
  revision: z.int().meta({ description: 'The newest revision, to post with the values chosen.' }),
  fields: z.array(conflicting),
  joined: z.array(joined).meta({ description: 'Fields that only one of the two changed, so nobody needs to choose.' }),
})
export type Conflict = z.output<typeof conflict>
