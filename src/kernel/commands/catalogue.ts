import type { Command, CommandGroup, Feature, Option } from '../feature.ts'

/** One command as people find it, with the feature it belongs to. */
export interface Entry {
  feature: Feature
  name: string
  definition: Command | CommandGroup
}

export interface Catalogue {
  entries: readonly Entry[]
  /** By name or alias, in any case. */
  find(word: string): Entry | undefined
}

export const isGroup = (definition: Command | CommandGroup): definition is CommandGroup => 'subcommands' in definition

/** Discord's limits on slash commands: "Application Commands", documentation. */
const namePattern = /^[a-z][a-z0-9-]{0,31}$/
const mostCommands = 100
const mostOptions = 25

function problemOf(path: string, definition: Command | CommandGroup): string | undefined {
  const name = path.split(' ').at(-1) ?? ''
  if (!namePattern.test(name)) return `${path}: not a command name`
  if (definition.description.length > 100) return `${path}: the description is too long`
  if (isGroup(definition)) {
    const subcommands = Object.entries(definition.subcommands)
    if (subcommands.length > mostOptions) return `${path}: too many subcommands`
    for (const target of [definition.bare, definition.otherwise])
      if (target !== undefined && !(target in definition.subcommands)) return `${path}: no subcommand ${target}`
    return subcommands.map(([word, sub]) => problemOf(`${path} ${word}`, sub)).find(Boolean)
  }
  const options = Object.entries(definition.options ?? {})
  if (options.length > mostOptions) return `${path}: too many options`
  const wrong = options.find(
    ([key, option], place) =>
      !wellFormed(
        key,
        option,
        options.slice(0, place).map(([, o]) => o),
      ),
  )
  return wrong && `${path}: option ${wrong[0]} is misplaced or malformed`
}

function wellFormed(name: string, option: Option, before: readonly Option[]): boolean {
  if (!namePattern.test(name) || option.description.length > 100) return false
  if (option.required && before.some(({ required }) => !required)) return false
  if (before.some(({ kind }) => kind === 'rest')) return false
  return (option.choices?.length ?? 0) <= mostOptions
}

/**
 * All commands of all features in manifest order.
 * @throws Error when a name or alias is taken twice or breaks Discord's rules; a programming error, found at start
 */
export function createCatalogue(features: readonly Feature[]): Catalogue {
  const entries = features.flatMap(feature =>
    Object.entries(feature.parts.commands ?? {}).map(([name, definition]): Entry => ({ feature, name, definition })),
  )
  if (entries.length > mostCommands) throw new Error(`${entries.length} commands, Discord allows ${mostCommands}`)
  const byWord = new Map<string, Entry>()
  for (const entry of entries) {
    const problem = problemOf(entry.name, entry.definition)
    if (problem) throw new Error(problem)
    for (const word of [entry.name, ...(entry.definition.aliases ?? [])]) {
      if (byWord.has(word)) throw new Error(`the command word ${word} is used twice`)
      byWord.set(word, entry)
    }
  }
  return { entries, find: word => byWord.get(word.toLowerCase()) }
}
