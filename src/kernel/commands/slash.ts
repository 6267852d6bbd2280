import { type ChatInputCommandInteraction, type GuildMember, MessageFlags, type Role } from 'discord.js'
import { hiddenChannel, isHidden } from '#kit/hidden-channel.ts'
import type { Command, Services } from '../feature.ts'
import { seesNow } from '../rights/channel-rights.ts'
import { answerInteraction } from './answer.ts'
import type { Catalogue } from './catalogue.ts'
import type { Cooldowns } from './cooldowns.ts'
import { placeOf } from './interaction-place.ts'
import { withCommandsWritten } from './mistaken-texts.ts'
import { everyonesRole, fits, wrongChannelType } from './lookup.ts'
import { prefixOf } from './prefix.ts'
import { runCommand } from './run.ts'
import { textMeant } from './text-meant.ts'
import type { Named } from './usage-errors.ts'
import { readPlain } from './values.ts'
import { usageError } from './words.ts'
import { commandWriter } from './command-writer.ts'

type Slash = ChatInputCommandInteraction<'cached'>

/** @throws UserError for somebody who is not a member */
function memberIn(member: GuildMember | null): GuildMember {
  if (!member) throw usageError('That user is not a member of this server.')
  return member
}

function notEveryones(role: Role, guildId: string): Role {
  if (role.id === guildId) throw everyonesRole()
  return role
}

async function readOption(
  { options, member: caller, guildId }: Slash,
  [name, option]: Named,
  others: readonly Named[],
): Promise<unknown> {
  const given = options.get(name)
  if (!given) {
    if (option.required) throw usageError(`Missing: ${name}.`)
    return undefined
  }
  if (option.kind === 'member') {
    return memberIn(options.getMember(name))
  }
  if (option.kind === 'user') return options.getUser(name, true)
  if (option.kind === 'attachment') return options.getAttachment(name, true)
  if (option.kind === 'role') return notEveryones(options.getRole(name, true), guildId)
  if (option.kind === 'mentionable')
    return given.role ? notEveryones(given.role, guildId) : memberIn(given.member ?? null)
  if (option.kind === 'channel') {
    const channel = options.getChannel(name, true)
    if (isHidden(channel)) throw hiddenChannel()
    // Discord's own clients suggest only what the caller can see; other clients may send any id.
    if (!(await seesNow(caller, channel))) throw usageError('You cannot see that channel.')
    if (!fits(channel, option)) throw wrongChannelType()
    return channel
  }
  const text = String(given.value)
  return readPlain(name, option.kind === 'rest' ? textMeant(name, option, text, others) : text, option)
}

async function readArguments(
  interaction: Slash,
  { options = {} }: Command,
  write: (words: string) => string,
): Promise<Record<string, unknown>> {
  const read: Record<string, unknown> = {}
  const all = Object.entries(withCommandsWritten(options, write))
  const others = all.filter(([name]) => interaction.options.get(name) === null)
  for (const [name, option] of all) {
    const value = await readOption(interaction, [name, option], others)
    if (value !== undefined) read[name] = value
  }
  return read
}

/** The full name by which a slash command was called: 'ping', 'purge bots', 'levels xp give'. */
export const calledPath = ({
  commandName,
  options,
}: {
  commandName: string
  options: { getSubcommandGroup(required: false): string | null; getSubcommand(required: false): string | null }
}): string => [commandName, options.getSubcommandGroup(false), options.getSubcommand(false)].filter(Boolean).join(' ')

const unknown = 'I no longer have that command. It will disappear from the list soon.'

/** Runs a slash command; every call gets an answer, because otherwise Discord shows the caller that the app failed. */
export function createSlashCommands(services: Services, catalogue: Catalogue, cooldowns: Cooldowns) {
  return async (interaction: ChatInputCommandInteraction): Promise<unknown> => {
    const place = await placeOf(interaction)
    const slashPath = calledPath(interaction)
    const leaf = catalogue.slash.find(slashPath)
    const refusal = typeof place === 'string' ? place : leaf ? undefined : unknown
    if (typeof place === 'string' || !leaf || !interaction.inCachedGuild())
      return interaction.reply({ content: refusal ?? unknown, flags: MessageFlags.Ephemeral })
    const answer = answerInteraction(interaction)
    const prefix = prefixOf(services, interaction.guildId)
    const inWriting = commandWriter(catalogue, { source: 'slash', prefix })
    await runCommand(services, cooldowns, {
      ...place,
      ...leaf,
      source: 'slash',
      callId: interaction.id,
      written: { start: '/', path: slashPath },
      prefix,
      inWriting,
      locale: interaction.locale,
      answer,
      args: () => readArguments(interaction, leaf.command, inWriting),
    })
    answer.end()
    return undefined
  }
}
