import type { AutocompleteInteraction, CommandInteraction, Guild, GuildMember, GuildTextBasedChannel } from 'discord.js'

/** Where an interaction happens, and who started it. */
interface InteractionPlace {
  guild: Guild
  member: GuildMember
  channel: GuildTextBasedChannel
}

/** @returns a sentence for the caller where commands cannot be used */
export async function placeOf(
  interaction: CommandInteraction | AutocompleteInteraction,
): Promise<InteractionPlace | string> {
  if (!interaction.inGuild()) return 'My commands work in servers only.'
  if (!interaction.inCachedGuild() || !interaction.guild.available)
    return 'I cannot see this server right now. Try again in a minute.'
  const { guild, member } = interaction
  const channel = interaction.channel ?? (await guild.channels.fetch(interaction.channelId))
  return channel?.isTextBased() ? { guild, member, channel } : 'I cannot answer in this channel.'
}
