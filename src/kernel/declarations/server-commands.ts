import type { GuildMember, GuildTextBasedChannel, Message } from 'discord.js'
import type { ReplyContent } from './component.ts'

/** Somebody's call of a command that their server has made up. */
export interface ServerCall {
  message: Message<true>
  member: GuildMember
  channel: GuildTextBasedChannel
  /** As it was typed, in any case. */
  word: string
  /** What follows it. */
  rest: string
  prefix: string
  /** Answers below what was typed. Nobody is pinged unless `allowedMentions` names them. */
  reply(content: ReplyContent): Promise<Message>
  /** The same without a reference to what was typed. */
  post(content: ReplyContent): Promise<Message>
}

/** One of them as people find it. */
export interface ServerCommand {
  name: string
  /** What follows the name: '<who> [reason]'; empty where nothing does. */
  usage: string
  /** What it does, in its server's words; may be empty. */
  description: string
}

/**
 * Commands that a server has made up by itself. They are looked up after all of ours, and only where they are typed. Asked
 * for whatever is typed behind the prefix and is none of ours: none of these must take long.
 */
export interface ServerCommands<Ctx> {
  /** Whether a word is one that works. */
  has(ctx: Ctx, word: string): boolean
  /** The names of all that work. */
  names(ctx: Ctx): readonly string[]
  /** Those that somebody may use there, by name. */
  usable(ctx: Ctx, caller: { member: GuildMember; channel: GuildTextBasedChannel }): readonly ServerCommand[]
  /**
   * Judges who calls, and answers.
   * @returns whether it was used: not where it was passed over in silence
   * @throws UserError with what the caller is told
   */
  run(ctx: Ctx, call: ServerCall): Promise<boolean>
}
