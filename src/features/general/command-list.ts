import type { RightName } from '#contract'
import { createCatalogue } from '#kernel/commands/catalogue.ts'
import { examplesOf, readableNeeds, usageOf } from '#kernel/commands/usage.ts'
import { slashPath } from '#kernel/commands/slash-tree.ts'
import { type Command, type Entry, type Feature, isGroup } from '#kernel/feature.ts'
import { accepted } from './option-limits.ts'
import type { CommandSummary } from './contract.ts'

export const categoryOf = ({ feature }: Entry): string => feature.contract.docs ?? feature.contract.title

/** Commands under the headings that help shows, in manifest order. */
export const byCategory = (entries: readonly Entry[]): Map<string, Entry[]> => Map.groupBy(entries, categoryOf)

export const isForOperators = ({ definition }: Entry): boolean => definition.needs?.includes('operator') ?? false

/** All other names of a command; those of a group are listed with the subcommand that they call. */
function aliasesOf({ definition }: Entry, command: Command, word?: string): string[] {
  const shortcuts = isGroup(definition) ? Object.entries(definition.shortcuts ?? {}) : []
  const own = [...(command.aliases ?? []), ...Object.keys(command.aliasesWith ?? {})]
  return [...own, ...shortcuts.flatMap(([typed, sub]) => (sub === word ? [typed] : []))]
}

/** Returns a function that gives the title of a right, from the feature that defines it. */
const titlesIn =
  (features: readonly Feature[]) =>
  (right: RightName): string => {
    const [name, own = ''] = right.split('.')
    const rights = features.find(({ contract }) => contract.name === name)?.parts.rights
    return rights?.[own]?.title ?? `the right ${right}`
  }

function summary(entry: Entry, command: Command, titleOf: (right: RightName) => string, word?: string): CommandSummary {
  const path = [entry.name, word].filter(Boolean).join(' ')
  const slash = slashPath(entry, word)
  const needs = [...(entry.definition.needs ?? []), ...(command.needs ?? [])]
  return {
    name: path,
    category: categoryOf(entry),
    description: command.description,
    aliases: aliasesOf(entry, command, word),
    usage: usageOf('.', path, command),
    slashUsage: slash === undefined ? null : usageOf('/', slash, command),
    examples: examplesOf('.', path, command),
    needs: [...new Set(readableNeeds(needs, titleOf))],
    cooldown: command.cooldown ?? 0,
    options: Object.entries(command.options ?? {}).map(([name, option]) => ({
      name,
      description: option.description,
      required: option.required,
      accepts: accepted(option),
    })),
  }
}

/** Every command available to people, each subcommand separately, for the documentation. */
export function commandList(features: readonly Feature[]): CommandSummary[] {
  const titleOf = titlesIn(features)
  const shown = createCatalogue(features).entries.filter(entry => !isForOperators(entry))
  return [...byCategory(shown).values()].flat().flatMap(entry => {
    const { definition } = entry
    if (!isGroup(definition)) return [summary(entry, definition, titleOf)]
    return Object.entries(definition.subcommands)
      .filter(([, sub]) => !sub.needs?.includes('operator'))
      .map(([word, sub]) => summary(entry, sub, titleOf, word))
  })
}
