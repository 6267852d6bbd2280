import type { APIEmbed, GuildMember, GuildTextBasedChannel } from 'discord.js'
import { nearest } from '#kit/edit-distance.ts'
import { listed } from '#kit/permissions.ts'
import { safeEcho } from '#kit/template.ts'
import { type Command, type CommandGroup, type Entry, isGroup, type Services } from '../feature.ts'
import type { Catalogue } from './catalogue.ts'
import { moduleSwitch } from './command-suggestions.ts'
import { missingNeeds } from './rights.ts'
import { usageEmbed } from './usage.ts'

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

/**
 * The answer when the first word names no subcommand: lists those that the caller may use, and suggests the nearest.
 */
export async function whichSubcommand(
  services: Services,
  catalogue: Catalogue,
  { entry, definition, member, channel, prefix, word: typed, text }: Asked,
): Promise<APIEmbed> {
  const [word = ''] = text.trim().split(/\s/u)
  const mayUse = ({ needs = [] }: Pick<Command, 'needs'>) =>
    missingNeeds(services, { member, channel, feature: entry.feature.contract.name }, needs).length === 0
  const usable = Object.entries(definition.subcommands).filter(([, sub]) => mayUse(sub))
  const shown = usable.length > 0 ? { ...definition, subcommands: Object.fromEntries(usable) } : definition

  /**
   * Other groups of the same feature that have a subcommand of that name: the rules are split between `.anti` and
   * `.autodelete`.
   */
  async function elsewhere(): Promise<string[]> {
    const name = word.toLowerCase()
    const others = catalogue.entries.filter(({ feature, definition: other }) => {
      if (feature !== entry.feature || !isGroup(other) || !Object.hasOwn(other.subcommands, name)) return false
      return mayUse(other.subcommands[name] ?? {})
    })
    const allowed = await Promise.all(
      others.map(other => services.commandPermissions.mayUse(other, { member, channel })),
    )
    return others.filter((_, place) => allowed[place]).map(other => `\`${prefix}${other.name} ${name}\``)
  }

  const switches = await Promise.all(
    moduleSwitch(catalogue, services.features, { word: typed, rest: text }).map(async other =>
      (await services.commandPermissions.mayUse(other.entry, { member, channel }))
        ? `\`${prefix}${other.written}\``
        : [],
    ),
  )
  const meant = [
    ...switches.flat(),
    ...nearest(word, Object.keys(shown.subcommands), name => [name]),
    ...(await elsewhere()),
  ]
  const question =
    meant.length === 0
      ? 'Which of these do you mean?'
      : `There is no “${safeEcho(word)}” here. Did you mean ${listed(meant, 'or')}?`
  const problem = [question, definition.instead].filter(Boolean).join(' ')
  return usageEmbed(prefix, entry.name, shown, { problem })
}
