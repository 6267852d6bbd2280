import { type Entry, createCatalogue, isGroup } from '#kernel/commands/catalogue.ts'
import { examplesOf, readableNeeds, usageOf } from '#kernel/commands/usage.ts'
import type { Command, Feature } from '#kernel/feature.ts'
import type { CommandSummary } from './contract.ts'

export const categoryOf = ({ feature }: Entry): string => feature.parts.category ?? feature.contract.title

/** Commands under the headings that help shows, in manifest order. */
export const byCategory = (entries: readonly Entry[]): Map<string, Entry[]> => Map.groupBy(entries, categoryOf)

export const isForOperators = ({ definition }: Entry): boolean => definition.needs?.includes('operator') ?? false

function summary(entry: Entry, path: string, command: Command): CommandSummary {
  const needs = [...(entry.definition.needs ?? []), ...(command.needs ?? [])]
  return {
    name: path,
    category: categoryOf(entry),
    description: command.description,
    aliases: [...(command.aliases ?? [])],
    usage: usageOf('.', path, command),
    slashUsage: usageOf('/', path, command),
    examples: examplesOf('.', path, command),
    needs: [...new Set(readableNeeds(needs))],
    cooldown: command.cooldown ?? 0,
  }
}

/** Every command that people may use, subcommands one by one, as the documentation prints them. */
export function commandList(features: readonly Feature[]): CommandSummary[] {
  const shown = createCatalogue(features).entries.filter(entry => !isForOperators(entry))
  return [...byCategory(shown).values()].flat().flatMap(entry => {
    const { name, definition } = entry
    if (!isGroup(definition)) return [summary(entry, name, definition)]
    return Object.entries(definition.subcommands).map(([word, sub]) => summary(entry, `${name} ${word}`, sub))
  })
}
