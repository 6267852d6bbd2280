import { gone } from './gone/template.ts'
import type { Guild } from 'discord.js'
import { UserError } from './errors.ts'
import { isHidden } from './hidden-channel.ts'

/**
 * A channel of the settings as a chat shows it. One that was deleted is called so, since Discord shows its mention as
 * nothing; of one that is hidden from the bot Discord shows the name to those who can see it.
 */
export function shownChannel(guild: Guild, id: string): string {
  const channel = guild.channels.cache.get(id)
  if (!channel) return `⚠️ ${gone.channel} (\`${id}\`)`
  return isHidden(channel) ? `⚠️ <#${id}> (a channel hidden from the bot)` : `<#${id}>`
}

/**
 * For commands that are about to write in a channel of the settings.
 * @param choosing the command that chooses another, without its prefix: 'welcome channel'
 * @throws UserError when it was deleted
 */
export function demandStands({ guild, prefix }: { guild: Guild; prefix: string }, id: string, choosing: string): void {
  if (!guild.channels.cache.has(id))
    throw new UserError(
      'channel.gone',
      `The channel chosen for that no longer exists. Choose another: \`${prefix}${choosing} #channel\`.`,
    )
}

/** A role of the settings as a chat shows it, like a channel. */
export const shownRole = (guild: Guild, id: string): string =>
  guild.roles.cache.has(id) ? `<@&${id}>` : `⚠️ ${gone.role} (\`${id}\`)`
