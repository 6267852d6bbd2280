import type { PermissionsString } from 'discord.js'
import type { CallerNeed } from '../access.ts'

/**
 * A top-level slash command that several commands share. Declared once and passed to each: `/purge bots`, `/purge
 * links`.
 */
export interface SlashRoot {
  name: string
  description: string
}

/** Who may use a command or a menu's entry, and how often. */
export interface CallRules {
  /**
   * Discord permissions that the caller needs in the channel, or rights that features supply; 'owner' is the guild's
   * owner, 'operator' anybody who runs the bot.
   */
  needs?: readonly CallerNeed[]
  /** Discord permissions the bot needs in the channel, besides answering. */
  botNeeds?: readonly PermissionsString[]
  /** Seconds between two uses by one member in one guild. */
  cooldown?: number
  /** Works even while its module is switched off. */
  always?: boolean
}

/** What is offered while an option is typed: the text itself, or a name for it. */
export type Suggestion = string | { name: string; value: string | number }
