import { type ChatInputCommandInteraction, MessageFlags } from 'discord.js'
import type { Command, Option, Services } from '../feature.ts'
import { answerInteraction } from './answer.ts'
import { type Catalogue, isGroup } from './catalogue.ts'
import type { Cooldowns } from './cooldowns.ts'
import { fits, wrongChannelType } from './lookup.ts'
import { prefixOf } from './prefix.ts'
import { runCommand } from './run.ts'
import { readPlain } from './values.ts'
import { usageError } from './words.ts'

type Slash = ChatInputCommandInteraction<'cached'>

function readOption({ options, member: caller, guildId }: Slash, name: string, option: Option): unknown {
  const given = options.get(name)
  if (!given) {
    if (option.required) throw usageError(`Missing: ${name}.`)
    return undefined
  }
  if (option.kind === 'member') {
    const member = options.getMember(name)
    if (!member) throw usageError('That user is not a member of this server.')
    return member
  }
  if (option.kind === 'user') return options.getUser(name, true)
  if (option.kind === 'role') {
    const role = options.getRole(name, true)
    if (role.id === guildId) throw usageError('Everyone has that role.')
    return role
  }
  if (option.kind === 'channel') {
    const channel = options.getChannel(name, true)
    // Discord's own clients offer only what the caller sees; other programs may name anything.
    if (!channel.permissionsFor(caller).has('ViewChannel')) throw usageError('You cannot see that channel.')
    if (!fits(channel, option)) throw wrongChannelType()
    return channel
  }
  return readPlain(name, String(given.value), option)
}

function readArguments(interaction: Slash, { options = {} }: Command): Record<string, unknown> {
  const read = Object.entries(options).map(([name, option]) => [name, readOption(interaction, name, option)] as const)
  return Object.fromEntries(read.filter(([, value]) => value !== undefined))
}

const refuse = (interaction: ChatInputCommandInteraction, content: string) =>
  interaction.reply({ content, flags: MessageFlags.Ephemeral })

/** Runs a slash command; every call gets an answer, because Discord shows a failure to the caller otherwise. */
export function createSlashCommands(services: Services, catalogue: Catalogue, cooldowns: Cooldowns) {
  return async (interaction: ChatInputCommandInteraction): Promise<unknown> => {
    if (!interaction.inGuild()) return refuse(interaction, 'My commands work in servers only.')
    if (!interaction.inCachedGuild() || !interaction.guild.available)
      return refuse(interaction, 'I cannot see this server right now. Try again in a minute.')
    const entry = catalogue.find(interaction.commandName)
    const path = [interaction.commandName, interaction.options.getSubcommand(false)].filter(Boolean).join(' ')
    const word = path.split(' ')[1]
    const definition = entry?.definition
    const command = definition && isGroup(definition) ? definition.subcommands[word ?? ''] : definition
    const channel = interaction.channel ?? (await interaction.guild.channels.fetch(interaction.channelId))
    if (!entry || !command)
      return refuse(interaction, 'I no longer have that command. It will disappear from the list soon.')
    if (!channel?.isTextBased()) return refuse(interaction, 'I cannot answer in this channel.')
    const answer = answerInteraction(interaction)
    await runCommand(services, cooldowns, {
      source: 'slash',
      callId: interaction.id,
      entry,
      command,
      path,
      guild: interaction.guild,
      member: interaction.member,
      channel,
      prefix: prefixOf(services, interaction.guildId),
      answer,
      args: async () => readArguments(interaction, command),
    })
    answer.end()
    return undefined
  }
}
