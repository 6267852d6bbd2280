import { ChannelFlags, type GuildBasedChannel } from 'discord.js'
import { UserError } from './errors.ts'

/**
 * Whether Discord hides a channel from the bot, which then knows no more of it than its id, kind and place: name, topic
 * and overwrites are not its own. By the flag, since a channel may really be called what the mask is called. A thread is
 * as hidden as its channel.
 * Source: https://docs.discord.com/developers/resources/channel#channel-object-obfuscated-channels
 */
export function isHidden(channel: GuildBasedChannel): boolean {
  const place = channel.isThread() ? channel.parent : channel
  return ((place?.flags.bitfield ?? 0) & ChannelFlags.ChannelObfuscated) !== 0
}

/** What such a channel is called, as `#channel hidden from the bot`. */
export const hiddenFromBot = 'channel hidden from the bot'

/** A channel's name, for whoever may know it. */
export const knownName = (channel: GuildBasedChannel): string => (isHidden(channel) ? hiddenFromBot : channel.name)

/** Why nothing can be done there. */
export const cannotSee = 'I cannot see that channel. Give my role the View Channel permission there.'

/** The refusal to do anything there. */
export const hiddenChannel = (): UserError => new UserError('channel.hidden', cannotSee, 403)
