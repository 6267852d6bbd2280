import type { Guild, GuildMember } from 'discord.js'
import type { Need } from '#contract'

/** What somebody may do in a guild, least to most. Computed live from the guild, never remembered from sign-in. */
export type Level = 'none' | 'view' | 'manage' | 'owner'

export interface Access {
  /** Fetches the member where it is not cached. 'none' for strangers, guilds without the bot, and while Discord is unreachable. */
  level(guildId: string, userId: string): Promise<Level>
  levelOf(guild: Guild, member: GuildMember): Level
  /** Whether `level` suffices for `need`. */
  allows(level: Level, need: Need): boolean
}
