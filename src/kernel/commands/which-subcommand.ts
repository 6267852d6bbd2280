import type { APIEmbed, GuildMember, GuildTextBasedChannel } from 'discord.js'
import { nearest } from '#kit/edit-distance.ts'
import { listed } from '#kit/permissions.ts'
import { safeEcho } from '#kit/template.ts'
import { type Command, type CommandGroup, type Entry, isGroup, type Services } from '../feature.ts'
import type { Catalogue } from './catalogue.ts'
import { moduleSwitch } from './command-suggestions.ts'
import { likelySubcommand, namedSubcommand } from './invocation.ts'
import { nameChecker, withNames } from './lookup.ts'
import { missingNeeds } from './rights.ts'
import { isHelp } from './mistaken-texts.ts'
import { subcommandsTaking } from './subcommands-taking.ts'
import { usageEmbed } from './usage.ts'

/** More subcommands than this that also take a text are no answer. */
const mostTaking = 2

interface Asked {
  entry: Entry
  definition: CommandGroup
  member: GuildMember
  channel: GuildTextBasedChannel
  prefix: string
  /** What was typed as the group's name, and the text after it. */
  word: string
  text: string
}

/** The subcommands that the caller may use. */
function usableIn({ entry, definition, member, channel }: Asked, services: Services): CommandGroup['subcommands'] {
  const mayUse = ({ needs = [] }: Pick<Command, 'needs'>) =>
    missingNeeds(services, { member, channel, feature: entry.feature.contract.name }, needs).length === 0
  return Object.fromEntries(Object.entries(definition.subcommands).filter(([, sub]) => mayUse(sub)))
}

/**
 * Other commands that a word may mean: groups of the same feature that have a subcommand of that name, as the rules are
 * split between `.anti` and `.autodelete`, and a command of that name itself.
 */
async function elsewhere(services: Services, catalogue: Catalogue, asked: Asked, name: string): Promise<string[]> {
  const { entry, member, channel, prefix } = asked
  const groups = catalogue.entries.flatMap(other => {
    if (other.feature !== entry.feature || other === entry || !isGroup(other.definition)) return []
    const sub = namedSubcommand(other.definition, name)?.name ?? ''
    if (!sub.startsWith(name)) return []
    const isUsable = Object.hasOwn(usableIn({ ...asked, entry: other, definition: other.definition }, services), sub)
    return isUsable ? [{ other, written: `${other.name} ${sub}` }] : []
  })
  const words = /^(?:list|show|all)$/.test(name) ? [`${entry.name}s`] : [name]
  const commands = words.flatMap(word => {
    const other = catalogue.words.get(word)
    return other && other !== entry && other.feature === entry.feature ? [{ other, written: word }] : []
  })
  const found = [...groups, ...commands]
  const allowed = await Promise.all(
    found.map(({ other }) => services.commandPermissions.mayUse(other, { member, channel })),
  )
  return found.filter((_, place) => allowed[place]).map(({ written }) => `\`${prefix}${written}\``)
}

/** The whole lines with the subcommands that take what was typed, where it can be shown as code. */
function linesTaking({ entry, member, prefix, text }: Asked, usable: CommandGroup['subcommands']) {
  const { guild } = member
  const value = text.trim().replace(/^(?:set|to)\s+/iu, '')
  if (value.includes('`')) return { lines: [], isCertain: false }
  const { certain, mixed } = subcommandsTaking(usable, value, nameChecker(guild, member))
  const isCertain = certain.length > 0
  const shown = withNames(guild, member, safeEcho(value))
  const lines = (isCertain ? certain : mixed).map(name => `\`${prefix}${entry.name} ${name} ${shown}\``)
  return { lines, isCertain }
}

/**
 * The answer when the first word names no subcommand: lists those that the caller may use, and suggests what was
 * probably meant.
 */
export async function whichSubcommand(services: Services, catalogue: Catalogue, asked: Asked): Promise<APIEmbed> {
  const { entry, definition, member, channel, prefix, word: typed, text } = asked
  const usable = usableIn(asked, services)
  const shown = Object.keys(usable).length > 0 ? { ...definition, subcommands: usable } : definition
  if (isHelp(text)) return usageEmbed(prefix, entry.name, shown)
  const [word = ''] = text.trim().toLowerCase().split(/\s/u)
  const switches = await Promise.all(
    moduleSwitch(catalogue, services.features, { word: typed, rest: text }).map(async other =>
      (await services.commandPermissions.mayUse(other.entry, { member, channel }))
        ? `\`${prefix}${other.written}\``
        : [],
    ),
  )
  const likely = likelySubcommand(shown, word)
  const near = likely === undefined ? nearest(word, Object.keys(shown.subcommands), name => [name]) : [likely]
  const others = [...near, ...(await elsewhere(services, catalogue, asked, word))]
  const { lines, isCertain } = linesTaking(asked, shown.subcommands)
  // What takes a text, too, is only meant where nothing else is.
  const whole =
    switches.flat().length > 0 ? [] : isCertain || (others.length === 0 && lines.length <= mostTaking) ? lines : []
  const meant = [...switches.flat(), ...whole, ...(isCertain ? [] : others)]
  const question =
    meant.length === 0
      ? 'Which of these do you mean?'
      : whole.length > 0
        ? `Say what that is for. Did you mean ${listed(meant, 'or')}?`
        : `There is no “${safeEcho(text.trim().split(/\s/u)[0] ?? '')}” here. Did you mean ${listed(meant, 'or')}?`
  const problem = [question, definition.instead].filter(Boolean).join(' ')
  return usageEmbed(prefix, entry.name, shown, { problem })
}
