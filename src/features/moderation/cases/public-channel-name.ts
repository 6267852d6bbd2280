import type { GuildBasedChannel } from 'discord.js'
import { isHidden } from '#kit/hidden-channel.ts'

/**
 * Returns the name of a channel if everybody can see the channel, and null otherwise. After a channel is deleted,
 * nobody can tell any more who may know its name. A thread may be archived, and is then no longer in the cache.
 */
export function publicChannelName(channel: GuildBasedChannel | { name: string | null }): string | null {
  if (!('guild' in channel)) return channel.name
  if (channel.isThread() || isHidden(channel)) return null
  const { everyone } = channel.guild.roles
  const hasDenied = channel.permissionOverwrites.cache.some(({ deny }) => deny.has('ViewChannel'))
  return hasDenied || !channel.permissionsFor(everyone).has('ViewChannel') ? null : channel.name
}
