import type { Guild, GuildTextBasedChannel } from 'discord.js'
import { cannotSee, isHidden } from '#kit/hidden-channel.ts'
import { listed, missingIn, permissionName, writing } from '#kit/permissions.ts'
import { isTimedOut } from '#kit/discord-time.ts'

/**
 * The channel if the bot can write in it now, otherwise the reason: a request that Discord would refuse is not sent.
 */
export function writableChannel(
  guild: Guild,
  channelId: string | null,
): { channel: GuildTextBasedChannel } | { problem: string } {
  const channel = channelId === null ? undefined : guild.channels.cache.get(channelId)
  const me = guild.members.me
  if (!channel?.isTextBased() || !me)
    return { problem: 'The chosen channel no longer exists. Choose another one and save.' }
  if (isTimedOut(me)) return { problem: 'I am timed out in this server. Remove my timeout first.' }
  if (isHidden(channel)) return { problem: cannotSee }
  const missing = missingIn(channel, me, writing(channel))
  return missing.length === 0
    ? { channel }
    : { problem: `I cannot write in #${channel.name}. Give my role ${listed(missing.map(permissionName))} there.` }
}
