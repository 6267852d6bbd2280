import type { GuildMember, GuildTextBasedChannel, Message, User } from 'discord.js'
import type { CallRules, SlashRoot, Suggestion } from './call-rules.ts'
import type { ReplyContent } from './component.ts'
import type { Arguments, Options } from './option.ts'

type Awaitable<T> = T | Promise<T>

/** What a command receives besides its feature's context. */
export interface Called {
  /** Typed in a channel, typed after a slash, or chosen from the menu of a user or message. */
  source: 'prefix' | 'slash' | 'menu'
  /** The calling message or interaction: anything with a lower id was in the channel before it. */
  callId: string
  member: GuildMember
  channel: GuildTextBasedChannel
  /** The language of the caller's client, or the server's for a typed call: 'en-US'. */
  locale: string
  /** How it was called, for the history of settings: '.automod strikes', '/automod strikes'. */
  calledAs: string
  /** The prefix as the caller may type it here. */
  prefix: string
  /** Another command as this caller would write it: 'case show 3' becomes '.case show 3' or '/case show 3'. */
  written(words: string): string
  /**
   * Answers the caller; never fails because the invoking message is gone.
   * `ephemeral` shows a slash answer to the caller alone; a prefix answer is a plain reply.
   */
  reply(content: ReplyContent, options?: { ephemeral?: boolean }): Promise<Message>
  /**
   * Call this when the answer may take longer than 3 seconds: it defers the interaction in time. `ephemeral` has to
   * match the answer's.
   */
  defer(options?: { ephemeral?: boolean }): Promise<void>
}

interface CommandBase extends CallRules {
  description: string
  aliases?: readonly string[]
  /** Aliases that imply an option, which is then required: `.tempban` is `.ban` with a duration. */
  aliasesWith?: Readonly<Record<string, string>>
  /**
   * Words that other bots use for something similar but not quite the same: anybody who types one is shown this
   * command's name, and nothing is done.
   */
  relatedWords?: readonly string[]
  /** Examples of arguments, for help: `@mara 10m`. */
  examples?: readonly string[]
  /**
   * Its place among the slash commands, if not at the top level under its own name: `.purgebots` is `/purge bots`.
   * A group under a root becomes a subcommand group: `/levels xp give`. False keeps it out of Discord's list, so that
   * it can only be typed; this works for one subcommand of a group, too.
   */
  slash?: { root: SlashRoot; name: string } | false
  /**
   * People who manage the server can use it whatever the server's rules say, so that a wrong rule can be found and
   * undone.
   */
  openToManagers?: boolean
}

/** @template Call the context it runs with, `Typing` the context while an option is typed */
export interface Command<Call, Typing, O extends Options = Options> extends CommandBase {
  options?: O
  /**
   * Suggestions while a text or a number is typed, by option; only for callers who may use the command. The first 25
   * are shown; none after an error or two seconds without an answer.
   */
  autocomplete?: { [K in keyof O]?: (ctx: Typing, typed: string) => Awaitable<readonly Suggestion[]> }
  run(ctx: Call, args: Arguments<O>): Awaitable<unknown>
}

/** A command that consists only of its subcommands, as at Discord. */
export interface CommandGroup<Call, Typing> extends CommandBase {
  subcommands: Record<string, Command<Call, Typing>>
  /** The subcommand that the prefix command runs by itself: `.config` is `.config list`. */
  bare?: string
  /** The subcommand that runs when the first word names none: `.config automod on` is `.config set automod on`. */
  otherwise?: string
  /**
   * Other words that the prefix command accepts for a subcommand, or for one with its first words: `.modlog none` is
   * `.modlog off`, `.welcome on` is `.welcome status on`. The words that every group accepts are in `invocation.ts`.
   */
  synonyms?: Record<string, string>
  /**
   * A sentence that says where to find what people look for here in vain; shown when the first word names no
   * subcommand.
   */
  instead?: string
  /** Single words that stand for the group and a subcommand at once: `.givexp` is `.xp give`. */
  shortcuts?: Record<string, string>
}

/**
 * An entry in the context menu of a user or a message. Its answer is shown to the caller alone unless it says
 * otherwise.
 */
interface MenuBase extends CallRules {
  /** As Discord shows it, beginning with a capital letter: 'Moderation history'. At most 32 characters. */
  title: string
}
interface UserMenu<Call> extends MenuBase {
  on: 'user'
  /** The user may have left the server. */
  run(ctx: Call, user: User): Awaitable<unknown>
}
interface MessageMenu<Call> extends MenuBase {
  on: 'message'
  run(ctx: Call, message: Message<true>): Awaitable<unknown>
}
export type ContextMenu<Call> = UserMenu<Call> | MessageMenu<Call>

/** A command that somebody used successfully. */
export interface CommandCall {
  source: Called['source']
  member: GuildMember
  /** 'setprefix', 'config show'. */
  path: string
}
