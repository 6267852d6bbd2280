import type { Guild } from 'discord.js'

/** A channel of the settings as a chat shows it; one that was deleted is called so, since Discord shows its mention as nothing. */
export const shownChannel = (guild: Guild, id: string): string =>
  guild.channels.cache.has(id) ? `<#${id}>` : `⚠️ a deleted channel (\`${id}\`)`

/** The same for a role. */
export const shownRole = (guild: Guild, id: string): string =>
  guild.roles.cache.has(id) ? `<@&${id}>` : `⚠️ a deleted role (\`${id}\`)`
