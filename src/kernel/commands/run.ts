import type { Guild, GuildMember, GuildTextBasedChannel, PermissionsBitField } from 'discord.js'
import { guildContext } from '../context.ts'
import { initiatedBy } from '../discord/initiator.ts'
import { explain } from '#kit/discord-errors.ts'
import { formatDuration } from '#kit/duration.ts'
import { UserError, newReference } from '#kit/errors.ts'
import { demandPremium } from '../entitlements.ts'
import { switchedOn, works } from '../events/events.ts'
import type { Command, CommandContext, CommandGroup, Entry, Services } from '../feature.ts'
import { failure } from '#kit/notices.ts'
import type { CommandAnswer } from './answer.ts'
import type { Cooldowns } from './cooldowns.ts'
import { demandRights } from './rights.ts'
import { usageEmbed } from './usage.ts'
import { usageError } from './words.ts'

/** One call of a command, by message, slash command or menu. */
export interface Call {
  source: CommandContext['source']
  callId: string
  entry: Entry
  /** The command itself, or the subcommand that was named. */
  command: Command
  /** 'setprefix', 'config show', or the title of a menu's entry. */
  path: string
  /** How the caller wrote it: '/' and 'purge bots'. */
  written: { start: string; path: string }
  guild: Guild
  member: GuildMember
  channel: GuildTextBasedChannel
  /** The caller's permissions in the channel, if Discord sent them. */
  granted?: Readonly<PermissionsBitField> | undefined
  prefix: string
  /** Writes another command as this caller would call it. */
  inWriting(words: string): string
  locale: string
  answer: CommandAnswer
  /** Reads the arguments. @throws UserError 'command.usage' */
  args(): Promise<Record<string, unknown>>
}

/** Returns a subcommand with its group's needs added. */
export function withGroup(command: Command, group: Command | CommandGroup): Command {
  if (command === group) return command
  return {
    ...command,
    needs: [...new Set([...(group.needs ?? []), ...(command.needs ?? [])])],
    botNeeds: [...new Set([...(group.botNeeds ?? []), ...(command.botNeeds ?? [])])],
    always: command.always ?? group.always ?? false,
  }
}

/** The sentence that a module is switched off. @param written the command that switches it on */
export const moduleOff = (title: string, written: string) =>
  `The module ${title} is switched off in this server. An administrator can switch it on with \`${written}\`.`

/** @throws UserError 'command.usage' unless either an option or the one that it replaces is given */
function demandOne({ options = {} }: Command, args: Record<string, unknown>): void {
  for (const [name, { insteadOf, instead }] of Object.entries(options)) {
    if (insteadOf === undefined) continue
    const given = [args[name], args[insteadOf]].filter(value => value !== undefined)
    if (given.length > 1) throw usageError(`Give the ${insteadOf} or ${name}, not both.`)
    if (given.length === 0) throw usageError(instead ?? `Missing: ${insteadOf} or ${name}.`)
  }
}

async function attempt(services: Services, cooldowns: Cooldowns, call: Call): Promise<void> {
  const { entry, guild, member, channel, answer, path, source, callId } = call
  const command = withGroup(call.command, entry.definition)
  const { contract } = entry.feature
  if (!command.always && !switchedOn(services, entry.feature, guild.id))
    throw new UserError('command.off', moduleOff(contract.title, call.inWriting(`config ${contract.name} on`)))
  demandRights(services, { member, channel, granted: call.granted, feature: contract.name }, command)
  await services.commandPermissions.demand(entry, { member, channel }, source === 'prefix')
  demandPremium(services, contract, guild.id)
  const args = await call.args()
  demandOne(command, args)
  const key = `${guild.id}:${member.id}:${path}`
  const wait = command.cooldown ? cooldowns.reserve(key, command.cooldown) : 0
  if (wait > 0)
    throw new UserError('command.cooldown', `Please wait ${formatDuration(wait)} before you use that again.`, 429)
  services.log.debug({ guildId: guild.id, userId: member.id, command: path, source }, 'command runs')
  try {
    const ctx = Object.assign(guildContext(services, contract, guild, member), {
      source,
      callId,
      member,
      channel,
      prefix: call.prefix,
      written: call.inWriting,
      calledAs: `${call.written.start}${call.written.path}`,
      locale: call.locale,
      ...answer,
    })
    await initiatedBy({ member, feature: contract.name, needs: command.needs }, () => command.run(ctx, args))
  } catch (error) {
    // Only a successful use starts the cooldown.
    cooldowns.release(key)
    throw error
  }
  tellFeatures(services, call)
}

/**
 * Notifies features of a successful command. One that fails in `afterCommand` affects neither the command nor the
 * others.
 */
export function tellFeatures(
  services: Services,
  { source, member, path, guild }: Pick<Call, 'source' | 'member' | 'path' | 'guild'>,
): void {
  for (const feature of services.features) {
    const { contract, parts } = feature
    if (!parts.afterCommand || !works(services, feature, guild.id)) continue
    try {
      parts.afterCommand(guildContext(services, contract, guild), { source, member, path })
    } catch (err) {
      services.log.error({ err, feature: contract.name, command: path, guildId: guild.id }, 'afterCommand failed')
    }
  }
}

/** Explains to the caller what went wrong: user errors as they are, bugs with a reference that is also in the log. */
async function tell(services: Services, call: Call, error: unknown): Promise<void> {
  services.disk.notice(error)
  const told = explain(error)
  const facts = { feature: call.entry.feature.contract.name, command: call.path, guildId: call.guild.id }
  if (told?.code === 'command.usage') {
    const { start, path } = call.written
    await call.answer.reply(
      { embeds: [usageEmbed(start, path, call.command, { problem: told.message })] },
      { ephemeral: true },
    )
  } else if (told?.code === 'command.help') {
    const { start, path } = call.written
    await call.answer.reply({ embeds: [usageEmbed(start, path, call.command)] }, { ephemeral: true })
  } else if (told) {
    await call.answer.reply(failure(told.message), { ephemeral: true })
  } else {
    const reference = newReference()
    services.log.error({ err: error, reference, ...facts }, 'command failed')
    const sentence = `Something went wrong. Please tell whoever runs this bot the reference ${reference}.`
    await call.answer.reply(failure(sentence), { ephemeral: true })
  }
}

/** Checks, runs and answers one call. Never throws: an answer that cannot be delivered is logged. */
export async function runCommand(services: Services, cooldowns: Cooldowns, call: Call): Promise<void> {
  try {
    await attempt(services, cooldowns, call)
  } catch (error) {
    try {
      await tell(services, call, error)
    } catch (err) {
      services.log.warn({ err, command: call.path, guildId: call.guild.id }, 'answer could not be delivered')
    }
  }
}
