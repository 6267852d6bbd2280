import type { GuildMember } from 'discord.js'
import type { ShownMember } from './contract.ts'

/** Shows one person of a server, as far as the viewer may see them. */
export interface Members {
  /**
   * Returns a person. Members are shown as Discord shows them to everybody; other people only to viewers who may view a
   * feature that has seen them, or who may see that they are banned.
   * @throws UserError 404 for people who must not be shown, and 429 when too many were looked up
   */
  show(viewer: GuildMember, userId: string): Promise<ShownMember>
  /**
   * Call this after something was done to a person: what is cached may be their former state, because the gateway may
   * report a change later than Discord answers the request.
   */
  changed(guildId: string, userId: string): void
}
