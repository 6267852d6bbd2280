import type { GuildBasedChannel } from 'discord.js'
import { isHidden } from '#kit/hidden-channel.ts'

/**
 * What is kept of a channel's name: who may know that of one that is gone could not be told any more, so only one that
 * everybody sees has any. A thread may be archived, and leaves the cache then.
 */
export function nameForAll(channel: GuildBasedChannel | { name: string | null }): string | null {
  if (!('guild' in channel)) return channel.name
  if (channel.isThread() || isHidden(channel)) return null
  const { everyone } = channel.guild.roles
  const hasDenied = channel.permissionOverwrites.cache.some(({ deny }) => deny.has('ViewChannel'))
  return hasDenied || !channel.permissionsFor(everyone).has('ViewChannel') ? null : channel.name
}
