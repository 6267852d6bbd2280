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
  /** Of a duration: what a number alone counts, in ms. Without, a number alone is refused. */
  unit?: number
  choices?: readonly string[]
  channelTypes?: readonly ApplicationCommandOptionAllowedChannelTypes[]
  /**
   * For a text that is kept as it is typed: the words that mean something else when they stand alone, such as `off`. A
   * text that begins with one, and any other word that sounds like an order (`clear`), is asked about unless it is quoted.
   */
  keywords?: readonly string[]
  /** How to do what such an order asks for, as a sentence, where that is another command; `{prefix}` is the one commands begin with. */
  instead?: string
  /**
   * For a text that would rather mean something else where it is all that was typed: says what, as a sentence that follows
   * the text, with `{prefix}`. It is asked about unless it is quoted.
   */
  mistaken?: (text: string) => string | undefined
  /** The option that this one stands in for: both at once are refused. */
  insteadOf?: string
  /** Only for the type: never set. */
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
 * Typed command arguments. Quoted text counts as one argument; `rest` takes all that is left.
 * A duration is in milliseconds (`1h 30m`), a member is fetched, a role or channel is looked up in this guild only.
 * A mentionable is a member or a role, as Discord's own option of that name.
 * An attachment is what the message carries; a boolean is typed as yes or no, on or off, true or false.
 * Ids are a list of people, by id or mention, of at most `max`; one that is malformed refuses all of them.
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
  /** The word `off` in place of another option. */
  off: (description: string, { insteadOf }: { insteadOf: string }): Option<'choice', 'off', false> => ({
    kind: 'choice',
    description,
    choices: ['off'],
    required: false,
    insteadOf,
  }),
}
