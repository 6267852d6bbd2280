import { z } from 'zod'
import { withoutDefault } from './design.ts'
import { describeField, type FieldMeta, layersOf, onOff, snowflake } from './field.ts'
import type { Need } from './need.ts'

/** The keys of one field outside the product: posted under one, shown under one or more dotted paths. */
interface Keys {
  posted: string
  shown: readonly string[]
}

/** One of possibly several forms that share an address; the kernel joins them. Make it with {@link settingsForm}. */
export interface Form<
  S extends z.ZodObject = z.ZodObject,
  V extends z.ZodObject = z.ZodObject,
  B extends z.ZodObject = z.ZodObject,
> {
  /** What posting it does, as one sentence for the reference: 'Saves the settings of levels.' */
  summary: string
  /** Below `/api`, with `:guildId`. GET answers every form's view, POST carries exactly one flag. */
  address: string
  /** What names this form among those of its address: the key that is `true` in the body, unless `posts` says more. */
  flag: string
  /**
   * How its body is written: its fields beside the flag, alone, or within the flag's key. Only the first can share an
   * address.
   */
  posts: 'beside the flag' | 'alone' | 'within the flag'
  needs: Need
  /** The key of GET's answer that the view is merged into, and the key within that, for what names no path itself. */
  under: string
  section: string | undefined
  /** The feature's settings that it shows and stores. */
  settings: S
  /** What GET shows besides and nobody edits; the feature reads it. */
  shows: V
  /** The same beside the guild and its settings, by the keys of GET's answer. */
  beside: B
  /** Keys of `shows` that documented clients post back with the rest: they say nothing. */
  echoed: readonly string[]
  /** By the name of each field of `settings`. */
  keys: Readonly<Record<string, Keys>>
  /** What POST takes besides the flag; every key may be left out, and then stays as it is. */
  body: z.ZodObject
  /** What GET shows of it. */
  view: z.ZodObject
}

/** What a page edits, under the names of the fields. */
export type Edited<F extends Form> = z.output<F['settings']>

type Nothing = z.ZodObject<Record<never, never>>

const snakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

type Posting = Pick<FieldMeta, 'posted' | 'shown'> & {
  /** Of an object: what is posted of it changes that part alone. */
  merges?: boolean
}

/** The keys that the field itself names. */
function ownKeys(schema: z.ZodType): Posting {
  for (const layer of layersOf(schema)) {
    const meta = layer.meta()
    // Lists and objects have no control; what they do have was written with the same names.
    if (meta) return meta as Posting
  }
  return {}
}

/** The settings of a form that are posted in parts. */
export const mergedNames = ({ settings }: Form): string[] =>
  Object.entries<z.ZodType>(settings.shape).flatMap(([name, schema]) => (ownKeys(schema).merges ? [name] : []))

/** An object of which any part may be posted. */
function partsOf(schema: z.ZodType): z.ZodType {
  const object = [...layersOf(schema)].find(layer => layer instanceof z.ZodObject)
  if (!object) throw new Error('only an object is posted in parts')
  const parts = Object.entries<z.ZodType>(object.shape).map(([key, part]) => [key, postedSchema(part).optional()])
  return z.strictObject(Object.fromEntries(parts))
}

const unescaped = (value: unknown) => (typeof value === 'string' ? value.replaceAll(String.raw`\n`, '\n') : value)

/** A field as it is posted: as documented clients write it, besides as it is stored. */
function postedSchema(setting: z.ZodType): z.ZodType {
  const schema = withoutDefault(setting)
  if (ownKeys(schema).merges) return partsOf(schema)
  const meta = describeField(schema)
  const read = (change: (value: unknown) => unknown) => z.preprocess(change, schema).meta({ ...meta })
  if (meta?.control === 'toggle') return onOff.meta({ ...meta })
  if (meta?.control === 'choice') {
    const values = new Map(meta.options?.map(({ value }) => [value.toLowerCase(), value]))
    return read(value => (typeof value === 'string' ? (values.get(value.toLowerCase()) ?? value) : value))
  }
  // Nothing is picked.
  if ((meta?.control === 'channel' || meta?.control === 'role') && schema.isNullable())
    return read(value => (value === '' || value === '#' ? null : value))
  return meta?.escaped ? read(unescaped) : schema
}

interface Branch {
  [key: string]: Branch | z.ZodType
}

/** Puts a value at a dotted path. */
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
 * Declares a form by the settings it stores; what is posted and shown follows from the fields.
 * @param definition.posts how its body is written, 'beside the flag' unless told
 * @param definition.under the key of GET's answer that it is shown in, 'guild' unless told
 * @param definition.section the key within that, where the fields name none themselves
 * @param definition.needs 'manage' unless told
 * @param definition.keys how names are written outside: as they are, unless told
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
 * A form with those of other features that are posted under the same flag, as one.
 * Their fields are named as they are posted, because each feature names only its own.
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

/** What GET shows of the form, from the values of its fields and of what it shows besides. */
export function shownAs(form: Form, values: Record<string, unknown>): Record<string, unknown> {
  const view = {}
  for (const [name, { shown }] of Object.entries(form.keys)) for (const path of shown) put(view, path, values[name])
  for (const name of Object.keys(form.shows.shape)) put(view, within(form.section, name), values[name])
  return view
}

/** The values of the form's fields, from what GET shows of it. */
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

/** What a body that was parsed with `form.body` sets, by the names of the fields. */
export function postedFrom<F extends Form>(form: F, body: Record<string, unknown>): Partial<Edited<F>> {
  const named = Object.entries(form.keys).map(([name, { posted }]) => [name, body[posted]] as const)
  return Object.fromEntries(named.filter(([, value]) => value !== undefined)) as Partial<Edited<F>>
}

/** Values as a form posts them: under the posted keys, a switch as the words on and off. */
export function postedAs<F extends Form>(form: F, values: Partial<Edited<F>>): Record<string, unknown> {
  const word = (value: unknown) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : value)
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [postedName(form, name), word(value)]))
}

/** A form's body as it is sent. @param fields as {@link postedAs} writes them @param revision the one they were typed over */
export function bodyOf(form: Form, fields: Record<string, unknown>, revision?: number): Record<string, unknown> {
  const over = revision === undefined ? {} : { revision }
  if (form.posts === 'alone') return { ...fields, ...over }
  return form.posts === 'within the flag' ? { [form.flag]: fields, ...over } : { [form.flag]: true, ...fields, ...over }
}

const renamed = (path: string, name: (first: string) => string) => {
  const [first = '', ...rest] = path.split('.')
  return [name(first), ...rest].join('.')
}

/** A field's name, or a path into its value, as it is posted: `levelRoles.0` as `level_roles.0`. */
export const postedName = (form: Form, path: string): string => renamed(path, name => form.keys[name]?.posted ?? name)

/** The reverse of {@link postedName}. */
export const nameOfPosted = (form: Form, path: string): string =>
  renamed(path, key => Object.entries(form.keys).find(([, { posted }]) => posted === key)?.[0] ?? key)

const changedBy = z.object({
  userId: snowflake.nullable().meta({ description: 'Null for the bot itself, and for who asked to be forgotten.' }),
  name: z.string().nullable(),
  avatarURL: z.string().nullable(),
  via: z.string(),
})

const conflicting = z.object({
  key: z.string().meta({ description: 'The key it was posted under.' }),
  label: z.string().meta({ description: 'What people call it.' }),
  by: changedBy,
  at: z
    .number()
    .meta({ description: 'When it was last changed; at the latest, where that is no longer kept. Unix ms.' }),
  was: z.unknown().meta({ description: 'As it was when it was loaded; left out where that is no longer kept.' }),
  theirs: z.unknown().meta({ description: 'As it is stored now.' }),
  yours: z.unknown().meta({ description: 'As it was posted.' }),
})

const joined = z.object({
  key: z.string().meta({ description: 'The key it is posted under.' }),
  label: z.string().meta({ description: 'What people call it.' }),
  by: changedBy.nullable().meta({ description: 'Who changed it; null for what was posted.' }),
  was: z.unknown().meta({ description: 'As it was before.' }),
  becomes: z.unknown().meta({ description: 'As it will be.' }),
})

/** Why a form was not saved: somebody else has changed these fields since they were loaded. */
export const conflict = z.object({
  revision: z.int().meta({ description: 'The newest revision, to post with what was chosen.' }),
  fields: z.array(conflicting),
  joined: z.array(joined).meta({ description: 'What only one of the two changed, and needs no choice.' }),
})
export type Conflict = z.output<typeof conflict>
