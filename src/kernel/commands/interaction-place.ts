import type {
  AutocompleteInteraction,
  CommandInteraction,
  Guild,
  GuildMember,
  GuildTextBasedChannel,
  PermissionsBitField,
} from 'discord.js'

/** Where an interaction happens, and who started it. */
interface InteractionPlace {
  guild: Guild
  member: GuildMember
  channel: GuildTextBasedChannel
  /** What they may do there, as Discord says: the only word on a channel that is hidden from the bot. */
  granted: Readonly<PermissionsBitField>
}

/** @returns a sentence for the caller where commands cannot be used */
export async function placeOf(
  interaction: CommandInteraction | AutocompleteInteraction,
): Promise<InteractionPlace | string> {
  if (!interaction.inGuild()) return 'My commands work in servers only.'
  if (!interaction.inCachedGuild() || !interaction.guild.available)
    return 'I cannot see this server right now. Try again in a minute.'
  const { guild, member, memberPermissions: granted } = interaction
  const channel = interaction.channel ?? (await guild.channels.fetch(interaction.channelId))
  return channel?.isTextBased() ? { guild, member, channel, granted } : 'I cannot answer in this channel.'
}
