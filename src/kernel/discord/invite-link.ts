import type { Config } from '../config.ts'

/** Administrator: anti-nuke cannot act with less, and a server may still remove permissions. */
const permissions = '8'

/**
 * Returns the address where somebody adds the bot to a server.
 * @param guildId preselects this server and hides the others
 */
export function inviteLink({ discord }: Pick<Config, 'discord'>, guildId?: string): string {
  const link = new URL(discord.authorizeUrl)
  link.searchParams.set('client_id', discord.clientId)
  link.searchParams.set('scope', 'bot applications.commands')
  link.searchParams.set('permissions', permissions)
  if (guildId) {
    link.searchParams.set('guild_id', guildId)
    link.searchParams.set('disable_guild_select', 'true')
  }
  return link.href
}
