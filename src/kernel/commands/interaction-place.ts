import {
  type AutocompleteInteraction,
  type CommandInteraction,
  DiscordAPIError,
  type Guild,
  type GuildBasedChannel,
  type GuildMember,
  type GuildTextBasedChannel,
  type Interaction,
  type PermissionsBitField,
  RESTJSONErrorCodes as Code,
} from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { hiddenChannel } from '#kit/hidden-channel.ts'

/** Where an interaction happens, and who started it. */
interface InteractionPlace {
  guild: Guild
  member: GuildMember
  channel: GuildTextBasedChannel
  /** The member's permissions there, as sent by Discord: the only source for a channel that is hidden from the bot. */
  granted: Readonly<PermissionsBitField>
}

const unseen: ReadonlySet<unknown> = new Set([Code.MissingAccess, Code.UnknownChannel])

/**
 * Returns the channel of an interaction; fetches it when Discord did not send one.
 * @throws UserError when the bot cannot see it, such as a thread in a channel that is hidden from it
 */
export async function channelOf(
  guild: Guild,
  { channel, channelId }: Pick<Interaction<'cached'>, 'channel' | 'channelId'>,
): Promise<GuildBasedChannel | null> {
  if (channel || channelId === null) return channel
  try {
    return await guild.channels.fetch(channelId)
  } catch (error) {
    throw error instanceof DiscordAPIError && unseen.has(error.code) ? hiddenChannel() : error
  }
}

/** @returns a sentence for the caller when commands cannot be used there */
export async function placeOf(
  interaction: CommandInteraction | AutocompleteInteraction,
): Promise<InteractionPlace | string> {
  if (!interaction.inGuild()) return 'My commands work in servers only.'
  if (!interaction.inCachedGuild() || !interaction.guild.available)
    return 'I cannot see this server right now. Try again in a minute.'
  const { guild, member, memberPermissions: granted } = interaction
  try {
    const channel = await channelOf(guild, interaction)
    return channel?.isTextBased() ? { guild, member, channel, granted } : 'I cannot answer in this channel.'
  } catch (error) {
    if (error instanceof UserError) return error.message
    throw error
  }
}
