import type { Guild } from 'discord.js'
import { isHidden } from './hidden-channel.ts'

/**
 * A channel of the settings as a chat shows it. One that was deleted is called so, since Discord shows its mention as
 * nothing; of one that is hidden from the bot Discord shows the name to those who can see it.
 */
export function shownChannel(guild: Guild, id: string): string {
  const channel = guild.channels.cache.get(id)
  if (!channel) return `⚠️ a deleted channel (\`${id}\`)`
  return isHidden(channel) ? `⚠️ <#${id}> (a channel hidden from the bot)` : `<#${id}>`
}

/** The same for a role. */
export const shownRole = (guild: Guild, id: string): string =>
  guild.roles.cache.has(id) ? `<@&${id}>` : `⚠️ a deleted role (\`${id}\`)`
