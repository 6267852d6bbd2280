import type { Command, CommandGroup, Feature } from '../feature.ts'

/** One command as people find it, with the feature it belongs to. */
export interface Entry {
  feature: Feature
  name: string
  definition: Command | CommandGroup
}

export const isGroup = (definition: Command | CommandGroup): definition is CommandGroup => 'subcommands' in definition
