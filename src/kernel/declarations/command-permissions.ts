import type { ApplicationCommandPermissionType, GuildMember, GuildTextBasedChannel } from 'discord.js'

/** One line of what a server's administrators set for a command in Server Settings > Integrations. */
export interface DiscordOverride {
  id: string
  type: ApplicationCommandPermissionType
  permission: boolean
}

export interface CommandCaller {
  member: GuildMember
  channel: GuildTextBasedChannel
}

/** What administrators set in Discord's own settings for a command, and for all commands of the bot. */
export interface CommandOverrides {
  command: readonly DiscordOverride[]
  application: readonly DiscordOverride[]
}

/** Checks who may use which command beyond the rights that it needs: the server's rules, and Discord's own settings. */
export interface CommandPermissions<Entry> {
  /**
   * @param isTyped Discord applies its own settings to slash and menu calls before we see them; for typed calls we have
   * to
   * @throws UserError 'command.denied' that says which of them refuses the caller
   */
  demand(entry: Entry, caller: CommandCaller, isTyped: boolean): Promise<void>
  /**
   * The same for typed calls that are not among the bot's own commands, such as a server's custom commands.
   * @throws UserError 'command.denied' when Discord's settings refuse the caller all commands of the bot
   */
  demandAny(caller: CommandCaller): Promise<void>
  /**
   * Why somebody may not use a command in any channel that they can write in, by the server's rules or Discord's
   * settings, as a sentence; undefined when they may. For the dashboard, which does the same without a channel.
   */
  refusalAnywhere(entry: Entry, member: GuildMember): Promise<string | undefined>
  /** Whether the server's own rules let the caller use it. */
  isOpen(entry: Entry, caller: CommandCaller): boolean
  /** Whether a typed call would be allowed by rights, rules and Discord's settings. */
  mayUse(entry: Entry, caller: CommandCaller): Promise<boolean>
  /**
   * @param name the name that is registered at Discord: 'purge', 'Moderation history'; undefined for commands that can
   * only be typed
   */
  overridesOf(guildId: string, name: string | undefined): Promise<CommandOverrides>
}
