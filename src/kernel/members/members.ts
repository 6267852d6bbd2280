import type { GuildMember } from 'discord.js'
import type { ShownMember } from './contract.ts'

/** One person of a server, as whoever asks may see them. */
export interface Members {
  /**
   * Whoever is here is shown as Discord shows them to every member; somebody else only to those who may view a feature that
   * has seen them, or see that they are banned.
   * @throws UserError 404 for whoever is not to be shown, and 429 when too much was looked up
   */
  show(viewer: GuildMember, userId: string): Promise<ShownMember>
  /**
   * Says that something was just done to somebody: what is remembered of them may be how they were before, since Discord
   * may tell of it later than it answers.
   */
  changed(guildId: string, userId: string): void
}
