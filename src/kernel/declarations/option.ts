import type {
  ApplicationCommandOptionAllowedChannelTypes,
  Attachment,
  GuildBasedChannel,
  GuildMember,
  Role,
  User,
} from 'discord.js'

/** One argument of a command. `kind` decides the parser and the slash option type. */
export interface Option<K extends OptionKind = OptionKind, V = unknown, R extends boolean = boolean> {
  kind: K
  description: string
  required: R
  min?: number
  max?: number
  /** For a duration: the unit of a bare number (ms). Without one, a bare number is refused. */
  unit?: number
  /** For a number: the words for what it counts, which may follow it: `5 messages`, `the last 5`. */
  counted?: readonly string[]
  choices?: readonly string[]
  channelTypes?: readonly ApplicationCommandOptionAllowedChannelTypes[]
  /**
   * For a text that is stored as it is typed: the words that mean something else on their own, such as `off`. Unless it
   * is quoted, a longer text that begins with one of them is refused, and so is a misspelled one, or another word that
   * sounds like an order, alone or with no more than `please` and the like: `clear it`.
   */
  keywords?: readonly string[]
  /**
   * A sentence on how to do what such an order asks for, when that is another command; `{prefix}` is replaced by the
   * prefix. For a number, a channel or a role: what else is possible, or where to find them, shown when something else
   * was typed.
   */
  instead?: string
  /**
   * For a text that probably means something else when nothing else was typed: returns what, as a sentence that follows
   * the text, with `{prefix}`. The text is refused unless it is quoted.
   */
  mistaken?: (text: string) => string | undefined
  /** The option that this one replaces: exactly one of them has to be given. */
  insteadOf?: string
  /** Only carries the type; never set. */
  readonly value?: V
}
export type OptionKind =
  | 'member'
  | 'user'
  | 'role'
  | 'mentionable'
  | 'channel'
  | 'attachment'
  | 'ids'
  | 'duration'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'text'
  | 'rest'
export type Options = Record<string, Option>
/** A text that is kept, or a word that means something else unless it is in quotes. */
export type TextOrKeyword<K extends string> = { keyword: K; text?: never } | { keyword?: never; text: string }
export type Arguments<O extends Options> = {
  [K in keyof O]: O[K] extends Option<OptionKind, infer V, infer R> ? (R extends true ? V : V | undefined) : never
}

type Extra<R extends boolean> = { optional?: R }
const make =
  <K extends OptionKind, V>(kind: K) =>
  <const Optional extends boolean = false, X extends Partial<Option> = object>(
    description: string,
    extra?: Extra<Optional> & X,
  ): Option<K, V, Optional extends true ? false : true> => {
    const { optional, ...rest } = (extra ?? {}) as Extra<boolean> & Partial<Option>
    return { ...rest, kind, description, required: !optional } as Option<K, V, Optional extends true ? false : true>
  }

/**
 * Makes typed command arguments. Quoted text counts as one argument; `rest` takes everything that is left.
 * A duration is in milliseconds (`1h 30m`), a member is fetched, a role or channel is looked up in this guild only.
 * A mentionable is a member or a role, like Discord's option type of that name.
 * An attachment is the one on the message; a boolean is typed as yes or no, on or off, true or false.
 * Ids are a list of at most `max` people, by id or mention; one that is malformed makes all of them refused.
 */
export const option = {
  member: make<'member', GuildMember>('member'),
  user: make<'user', User>('user'),
  role: make<'role', Role>('role'),
  mentionable: make<'mentionable', GuildMember | Role>('mentionable'),
  channel: make<'channel', GuildBasedChannel>('channel'),
  attachment: make<'attachment', Attachment>('attachment'),
  ids: make<'ids', readonly string[]>('ids'),
  duration: make<'duration', number>('duration'),
  integer: make<'integer', number>('integer'),
  /** With decimals: `1.5`. */
  number: make<'number', number>('number'),
  boolean: make<'boolean', boolean>('boolean'),
  text: make<'text', string>('text'),
  rest: make<'rest', string>('rest'),
  /** A text that is kept as it is typed, or one of the keywords: `off`. In quotes, such a word is the text. */
  restOrKeyword: <const K extends string>(
    description: string,
    { keywords, ...extra }: { keywords: readonly K[] } & Pick<Option, 'max' | 'instead'>,
  ): Option<'rest', TextOrKeyword<K>, true> => ({ ...extra, kind: 'rest', description, required: true, keywords }),
  choice: <const V extends string, const Optional extends boolean = false>(
    description: string,
    choices: readonly V[],
    extra?: Extra<Optional>,
  ): Option<'choice', V, Optional extends true ? false : true> =>
    ({ kind: 'choice', description, choices, required: !extra?.optional }) as unknown as Option<
      'choice',
      V,
      Optional extends true ? false : true
    >,
  /**
   * The word `off` in place of another option: one of the two has to be given. `instead` asks for it: `Name a channel,
   * or say off.`
   */
  off: (
    description: string,
    { insteadOf, instead }: { insteadOf: string; instead: string },
  ): Option<'choice', 'off', false> => ({
    kind: 'choice',
    description,
    choices: ['off'],
    required: false,
    insteadOf,
    instead,
  }),
}
