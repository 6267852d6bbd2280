import { gone } from './deleted/template.ts'
import type { Guild } from 'discord.js'
import { UserError } from './errors.ts'
import { isHidden } from './hidden-channel.ts'

/**
 * Shows a channel from the settings in a chat. For a deleted one it says so, because Discord would draw its mention as
 * nothing. For one that is hidden from the bot it adds that; Discord still shows the name to those who can see the
 * channel.
 */
export function shownChannel(guild: Guild, id: string): string {
  const channel = guild.channels.cache.get(id)
  if (!channel) return `⚠️ ${gone.channel} (\`${id}\`)`
  return isHidden(channel) ? `⚠️ <#${id}> (a channel hidden from the bot)` : `<#${id}>`
}

/**
 * For commands that are about to write in a channel from the settings.
 * @param choosing the command, without its prefix, that chooses another channel: 'welcome channel'
 * @throws UserError if the channel was deleted
 */
export function demandChannelExists(
  { guild, prefix }: { guild: Guild; prefix: string },
  id: string,
  choosing: string,
): void {
  if (!guild.channels.cache.has(id))
    throw new UserError(
      'channel.gone',
      `The channel chosen for that no longer exists. Choose another: \`${prefix}${choosing} #channel\`.`,
    )
}

/** Shows a role from the settings in a chat, the way {@link shownChannel} shows a channel. */
export const shownRole = (guild: Guild, id: string): string =>
  guild.roles.cache.has(id) ? `<@&${id}>` : `⚠️ ${gone.role} (\`${id}\`)`
