import type { Guild, GuildMember, Message } from 'discord.js'
import { type CommandGroup, type Entry, type Feature, isGroup, type Options, type Services } from '../feature.ts'
import { colours, failure } from '#kit/notices.ts'
import { isHumanMessage } from '#kit/human-message.ts'
import { switchedOn } from '../events/events.ts'
import { listed, mayWrite } from '#kit/permissions.ts'
import { type CommandAnswer, answerMessage } from './answer.ts'
import { assignWords } from './assign-words.ts'
import type { Catalogue } from './catalogue.ts'
import type { Cooldowns } from './cooldowns.ts'
import { chooseSubcommand, type Invocation, readInvocation } from './invocation.ts'
import { nameChecker } from './lookup.ts'
import { moduleSwitch, withSuggestions } from './command-suggestions.ts'
import { isHelp } from './mistaken-texts.ts'
import type { IsName } from './option-matching.ts'
import { type Call, runCommand } from './run.ts'
import { behindVerb, nearestCommands, nearestNames, resemblesCall } from './nearest-commands.ts'
import { type CustomCommands, customCommandsOf } from './server-commands.ts'
import { readArguments } from './typed-arguments.ts'
import { whichSubcommand } from './which-subcommand.ts'
import { commandWriter } from './command-writer.ts'

const secondsBetweenNotices = 10
const secondsRemembered = 120
const mostSuggested = 3

/** The prefix of a guild's commands, from the feature that supplies it; `.` when none does. */
export const prefixOf = (services: Pick<Services, 'features' | 'settings'>, guildId: string): string =>
  prefixBy(services, services.features.find(suppliesPrefix), guildId)

const suppliesPrefix = ({ parts }: Feature): boolean => parts.commandPrefix !== undefined

const prefixBy = ({ settings }: Pick<Services, 'settings'>, supplier: Feature | undefined, guildId: string): string =>
  supplier?.parts.commandPrefix?.(settings.read(guildId, supplier.contract)) ?? '.'

function hasOption(options: Options, name: string, example: string): boolean {
  try {
    return assignWords(options, example)[name] !== undefined
  } catch {
    return false
  }
}

/**
 * Returns the command with one option made required: without examples that leave it out, and without the part of its
 * description about leaving it out.
 */
function withOption(command: Call['command'], name: string): Call['command'] {
  const options = command.options ?? {}
  const { [name]: option, ...others } = options
  if (!option) return command
  const description = option.description.replace(/; [^;]* when left out$/, '')
  return {
    ...command,
    options: { ...others, [name]: { ...option, description, required: true } },
    examples: (command.examples ?? []).filter(example => hasOption(options, name, example)),
  }
}

/** Whether somebody asks how a group is used, where `help` is not the name of what its first word would be. */
function asksAboutGroup({ subcommands, otherwise = '' }: CommandGroup, rest: string, names: IsName): boolean {
  const [first] = Object.values(subcommands[otherwise]?.options ?? {})
  return isHelp(rest) && first !== undefined && first.kind !== 'text' && !names(first, rest.trim())
}

type Asked = Exclude<Invocation, { kind: 'none' }>
type Command = Extract<Invocation, { kind: 'command' }>
type Found = ReturnType<Catalogue['findTyped']>

interface PrefixCommands {
  /** @returns whether the message was a command, so that other features ignore it; synchronously when it was not */
  dispatch(guild: Guild, message: Message): Promise<boolean> | boolean
}

/**
 * Runs commands that are typed into a channel. Edited messages are not read again; unknown commands stay unanswered
 * unless they look misspelled.
 */
export function createPrefixCommands(services: Services, catalogue: Catalogue, cooldowns: Cooldowns): PrefixCommands {
  const supplier = services.features.find(suppliesPrefix)
  const onceInAWhile = (what: string, channelId: string) =>
    cooldowns.reserve(`${what}:${channelId}`, secondsBetweenNotices) === 0

  // After a lost connection Discord may send an event twice.
  const isRepeated = (messageId: string) => cooldowns.reserve(`message:${messageId}`, secondsRemembered) > 0

  async function run(
    guild: Guild,
    message: Message<true>,
    member: GuildMember,
    { entry, rest, requiringAlias }: NonNullable<Found>,
    { prefix, word: typed }: Command,
  ) {
    const { channel } = message
    const answer: CommandAnswer = answerMessage(message)
    const call = { source: 'prefix' as const, callId: message.id, entry, guild, member, channel, prefix, answer }
    const start = (command: Call['command'], path: string, text: string, word = path) =>
      runCommand(services, cooldowns, {
        ...call,
        command,
        path,
        written: { start: prefix, path: word },
        inWriting: commandWriter(catalogue, { source: 'prefix', prefix }),
        locale: guild.preferredLocale,
        args: () =>
          readArguments(message, member, { command, text, prefix }).catch(async (error: unknown) => {
            const caller = { member, channel }
            throw await withSuggestions(services, catalogue, { entry, word: typed, rest, text, caller, prefix }, error)
          }),
      })
    if (!isGroup(entry.definition))
      return requiringAlias
        ? start(withOption(entry.definition, requiringAlias.option), entry.name, rest, requiringAlias.word)
        : start(entry.definition, entry.name, rest)
    const chosen = chooseSubcommand(entry.definition, rest)
    const sub = chosen && entry.definition.subcommands[chosen.name]
    if (chosen && sub && !asksAboutGroup(entry.definition, rest, nameChecker(guild, member)))
      return start(sub, `${entry.name} ${chosen.name}`, chosen.rest)
    const asked = { entry, definition: entry.definition, member, channel, prefix, word: typed, text: rest }
    return answer.reply({ embeds: [await whichSubcommand(services, catalogue, asked)] })
  }

  const isSilenced = ({ feature, definition }: Entry, guild: Guild, channelId: string) =>
    !definition.always &&
    !switchedOn(services, feature, guild.id) &&
    !onceInAWhile(`off:${feature.contract.name}`, channelId)

  /** What an unknown word was probably meant for: a module to switch, a verb before a command, or a misspelled one. */
  const unknownMeant = (asked: Command) => {
    const switches = moduleSwitch(catalogue, services.features, asked)
    const exact = [...switches.map(({ entry, written }) => ({ entry, word: written })), ...behindVerb(catalogue, asked)]
    return exact.length > 0 ? exact : nearestCommands(catalogue, asked)
  }

  /** Suggests commands to somebody who mistyped one, at most once in a while in each channel. */
  async function suggest(
    guild: Guild,
    message: Message<true>,
    asked: Command,
    custom: CustomCommands | undefined,
  ): Promise<boolean> {
    const { word, prefix } = asked
    const candidates = unknownMeant(asked)
    const member = message.member ?? (await guild.members.fetch(message.author.id).catch(() => null))
    if (!member) return false
    const { channel } = message
    const ofServer = custom
      ? nearestNames(
          custom.usable({ member, channel }).map(one => one.name),
          asked,
        )
      : []
    const isUsable = await Promise.all(
      candidates.map(
        async ({ entry }) =>
          (entry.definition.always === true || switchedOn(services, entry.feature, guild.id)) &&
          (await services.commandPermissions.mayUse(entry, { member, channel })),
      ),
    )
    const usable = candidates.filter((_, place) => isUsable[place]).map(one => one.word)
    // A server's members most likely mean its custom commands.
    const meant = [...ofServer, ...usable].slice(0, mostSuggested)
    if (meant.length === 0 || !onceInAWhile('unknown', channel.id)) return false
    const names = listed(
      meant.map(name => `\`${prefix}${name}\``),
      'or',
    )
    await answerMessage(message).reply(failure(`There is no command \`${prefix}${word}\`. Did you mean ${names}?`))
    return true
  }

  async function obey(guild: Guild, message: Message<true>, asked: Asked, found: Found): Promise<void> {
    if (asked.kind === 'greeting') {
      if (onceInAWhile('greeting', message.channelId)) await greet(message, prefixOf(services, guild.id))
      return
    }
    if (!found || isSilenced(found.entry, guild, message.channelId)) return
    const member = message.member ?? (await guild.members.fetch(message.author.id).catch(() => null))
    if (member) await run(guild, message, member, found, asked)
  }

  /**
   * Handles a word that is no built-in command: it is a custom command, a misspelled command, or not meant for the bot.
   */
  function dispatchUnknown(guild: Guild, message: Message<true>, asked: Command): Promise<boolean> | boolean {
    const custom = customCommandsOf(services, guild)
    if (custom?.has(asked.word)) {
      if (!mayWrite(message.channel) || isRepeated(message.id)) return true
      return custom.run(message, asked).then(() => true)
    }
    const isQuestion =
      resemblesCall(asked) && (unknownMeant(asked).length > 0 || nearestNames(custom?.names() ?? [], asked).length > 0)
    if (!isQuestion || !mayWrite(message.channel) || isRepeated(message.id)) return false
    return suggest(guild, message, asked, custom)
  }

  return {
    dispatch(guild, message) {
      if (!isHumanMessage(message) || !message.inGuild()) return false
      const asked = readInvocation(message.content, prefixBy(services, supplier, guild.id), guild.client.user.id)
      if (asked.kind === 'none') return false
      const found = asked.kind === 'command' ? catalogue.findTyped(asked.word, asked.rest) : undefined
      if (asked.kind === 'command' && !found) return dispatchUnknown(guild, message, asked)
      if (!mayWrite(message.channel) || isRepeated(message.id)) return true
      return obey(guild, message, asked, found).then(() => true)
    },
  }
}

async function greet(message: Message<true>, prefix: string): Promise<void> {
  const description = `My prefix here is \`${prefix}\`. Type \`${prefix}help\` to see what I can do.`
  await answerMessage(message).reply({ embeds: [{ color: colours.brand, description }] })
}
