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

/** What administrators set in Discord's own settings about a command, and about all of my commands. */
export interface CommandOverrides {
  command: readonly DiscordOverride[]
  application: readonly DiscordOverride[]
}

/**
 * Who may use which command, besides the rights that a command needs: the server's rules, and Discord's own settings.
 */
export interface CommandPermissions<Entry> {
  /**
   * @param isTyped Discord judges by its own settings what is called after a slash or from a menu; nobody but us what
   * is typed
   * @throws UserError 'command.denied' that says which of them keeps the caller from it
   */
  demand(entry: Entry, caller: CommandCaller, isTyped: boolean): Promise<void>
  /**
   * The same of what is typed and is no command of mine, such as one that a server has made up.
   * @throws UserError 'command.denied' where Discord's settings keep the caller from all that I do
   */
  demandAny(caller: CommandCaller): Promise<void>
  /**
   * Why neither the server's rules nor Discord's settings let somebody use a command in any channel that they can write
   * in, as a sentence; undefined where they may. For what does the same without a channel: the dashboard.
   */
  refusalAnywhere(entry: Entry, member: GuildMember): Promise<string | undefined>
  /** Whether the server's own rules let the caller use it. */
  isOpen(entry: Entry, caller: CommandCaller): boolean
  /** Whether a typed call would come through: rights, rules and Discord's settings. */
  mayUse(entry: Entry, caller: CommandCaller): Promise<boolean>
  /** @param name of what Discord has registered: 'purge', 'Moderation history'; undefined for what is only typed */
  overridesOf(guildId: string, name: string | undefined): Promise<CommandOverrides>
}
