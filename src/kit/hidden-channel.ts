import { ChannelFlags, type GuildBasedChannel } from 'discord.js'
import { UserError } from './errors.ts'

/**
 * Whether Discord hides a channel from the bot. It then sends only the real id, type and position of the channel: name,
 * topic and overwrites are masked. Judged by the flag, because a channel may really have the name that Discord uses as
 * a mask. A thread is as hidden as its channel.
 * Source: https://docs.discord.com/developers/resources/channel#channel-object-obfuscated-channels
 */
export function isHidden(channel: GuildBasedChannel): boolean {
  const place = channel.isThread() ? channel.parent : channel
  return ((place?.flags.bitfield ?? 0) & ChannelFlags.ChannelObfuscated) !== 0
}

/** The name for such a channel, used as `#channel hidden from the bot`. */
export const hiddenFromBot = 'channel hidden from the bot'

/** A channel's name if the bot may know it, otherwise {@link hiddenFromBot}. */
export const knownName = (channel: GuildBasedChannel): string => (isHidden(channel) ? hiddenFromBot : channel.name)

/** Why the bot can do nothing in a hidden channel. */
export const cannotSee = 'I cannot see that channel. Give my role the View Channel permission there.'

/** The error for attempts to do something in a hidden channel. */
export const hiddenChannel = (): UserError => new UserError('channel.hidden', cannotSee, 403)
