import type { GuildMember, GuildTextBasedChannel, Message, User } from 'discord.js'
import type { CallRules, SlashRoot, Suggestion } from './call-rules.ts'
import type { ReplyContent } from './component.ts'
import type { Arguments, Options } from './option.ts'

type Awaitable<T> = T | Promise<T>

/** What a command is given besides its feature's context. */
export interface Called {
  /** Typed in a channel, typed after a slash, or chosen from the menu of a user or message. */
  source: 'prefix' | 'slash' | 'menu'
  /** The calling message or interaction: anything with a lower id was in the channel before it. */
  callId: string
  member: GuildMember
  channel: GuildTextBasedChannel
  /** The caller's language as their client has it, the server's for what is typed: 'en-US'. */
  locale: string
  /** How it was called, for the history of settings: '.automod strikes', '/automod strikes'. */
  calledAs: string
  /** The prefix as the caller may type it here. */
  prefix: string
  /** Another command as the caller calls it: 'case show 3' is '.case show 3', or '/case show 3'. */
  written(words: string): string
  /**
   * Answers the caller; never fails because the invoking message is gone.
   * `ephemeral` shows a slash answer to the caller alone; a prefix answer is a plain reply.
   */
  reply(content: ReplyContent, options?: { ephemeral?: boolean }): Promise<Message>
  /** The answer may take longer than 3 seconds: Discord is told so in time, in the way in which it will be answered. */
  defer(options?: { ephemeral?: boolean }): Promise<void>
}

interface CommandBase extends CallRules {
  description: string
  aliases?: readonly string[]
  /** Aliases that promise an option, which has to be given then: `.tempban` is `.ban` with a duration. */
  aliasesWith?: Readonly<Record<string, string>>
  /**
   * What other bots call something of the kind that is not quite the same: whoever types it is told this command's
   * name, and nothing is done.
   */
  relatedWords?: readonly string[]
  /** Examples of arguments, for help: `@mara 10m`. */
  examples?: readonly string[]
  /**
   * Its place among the slash commands if not at the top under its own name: `.purgebots` is `/purge bots`.
   * A group under a root is a group of subcommands: `/levels xp give`. False keeps it out of Discord's list: typed
   * only; so also for one subcommand of a group.
   */
  slash?: { root: SlashRoot; name: string } | false
  /**
   * Whoever manages the server can use it whatever the server's rules say: so that a wrong rule can be found and
   * undone.
   */
  openToManagers?: boolean
}

/** @template Call what it is run with, `Typing` what is known while an option is typed */
export interface Command<Call, Typing, O extends Options = Options> extends CommandBase {
  options?: O
  /**
   * What Discord offers while a text or a number is typed, by option; only to callers who may use the command. The
   * first 25 are shown; an error or two seconds of silence show none.
   */
  autocomplete?: { [K in keyof O]?: (ctx: Typing, typed: string) => Awaitable<readonly Suggestion[]> }
  run(ctx: Call, args: Arguments<O>): Awaitable<unknown>
}

/** A command that is only its subcommands, as Discord has it. */
export interface CommandGroup<Call, Typing> extends CommandBase {
  subcommands: Record<string, Command<Call, Typing>>
  /** The subcommand that the bare prefix command means: `.config` is `.config list`. */
  bare?: string
  /** The subcommand that is meant when the first word names none: `.config automod on` is `.config set automod on`. */
  otherwise?: string
  /**
   * Other words that the prefix command takes for a subcommand, or for one and its first words: `.modlog none` is
   * `.modlog off`, `.welcome on` is `.welcome status on`. What every group understands is in `invocation.ts`.
   */
  synonyms?: Record<string, string>
  /** What people look for here and find elsewhere, in a sentence: said where a first word names no subcommand. */
  instead?: string
  /** Words that are typed for the group and a subcommand at once: `.givexp` is `.xp give`. */
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

/** A command that somebody used with success. */
export interface CommandCall {
  source: Called['source']
  member: GuildMember
  /** 'setprefix', 'config show'. */
  path: string
}
