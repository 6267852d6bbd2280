import type { GuildMember, GuildTextBasedChannel, Message } from 'discord.js'
import type { ReplyContent } from './component.ts'

/** A call of a custom command of the server. */
export interface ServerCall {
  message: Message<true>
  member: GuildMember
  channel: GuildTextBasedChannel
  /** The command's name as it was typed, in any case. */
  word: string
  /** What follows the name. */
  rest: string
  prefix: string
  /** Replies to the message. Nobody is pinged unless `allowedMentions` names them. */
  reply(content: ReplyContent): Promise<Message>
  /** Answers in the channel without a reply reference to the message. */
  post(content: ReplyContent): Promise<Message>
}

/** A custom command as it is listed for people. */
export interface ServerCommand {
  name: string
  /** The arguments after the name: '<who> [reason]'; empty when there are none. */
  usage: string
  /** What it does, in the server's own words; may be empty. */
  description: string
}

/**
 * The custom commands of servers. They are looked up after all built-in commands, and only for typed calls. They are
 * asked about everything that is typed after the prefix and is no built-in command, so each method must be fast.
 */
export interface ServerCommands<Ctx> {
  /** Whether a word is the name of a custom command that works. */
  has(ctx: Ctx, word: string): boolean
  /** The names of all custom commands that work. */
  names(ctx: Ctx): readonly string[]
  /** The custom commands that somebody may use in the channel, sorted by name. */
  usable(ctx: Ctx, caller: { member: GuildMember; channel: GuildTextBasedChannel }): readonly ServerCommand[]
  /**
   * Checks the caller's rights and answers.
   * @returns whether it was used; false when the call was silently ignored
   * @throws UserError with the sentence for the caller
   */
  run(ctx: Ctx, call: ServerCall): Promise<boolean>
}
