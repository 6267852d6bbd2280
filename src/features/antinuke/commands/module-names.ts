import { UserError } from '#kit/errors.ts'
import { nearest } from '#kit/edit-distance.ts'
import { listed } from '#kit/permissions.ts'
import { safeEcho } from '#kit/template.ts'
import { type ModuleKey, modules } from '../modules/contract.ts'

type Module = (typeof modules)[number]

/** The name that people type: 'ban' for 'anti_ban'; 'anti_emoji' is about bots. */
export const shortName = ({ key }: Module): string => (key === 'anti_emoji' ? 'bot' : key.replace('anti_', ''))

const wordsFor = (module: Module): string[] => [
  shortName(module),
  module.key.replace('anti_', ''),
  module.label.toLowerCase().replace('anti-', '').replaceAll(' ', '_'),
]

const tidied = (typed: string) =>
  typed
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
    .replace(/^anti_/, '')

/** Finds a module by what somebody typed. @throws UserError with the most similar names */
export function moduleNamed(typed: string): ModuleKey {
  const wanted = tidied(typed)
  const found = modules.find(module => wordsFor(module).includes(wanted))
  if (found) return found.key
  const close = nearest(wanted, modules, wordsFor).map(shortName)
  const hint =
    close.length > 0 ? `Did you mean ${listed(close, 'or')}?` : `There are: ${listed(modules.map(shortName))}.`
  throw new UserError('antinuke.unknown-module', `There is no module “${safeEcho(typed)}”. ${hint}`, 404)
}

/** The modules whose names contain what was typed. */
export const moduleSuggestions = (typed: string) =>
  modules
    .filter(
      module => module.label.toLowerCase().includes(typed.toLowerCase()) || shortName(module).includes(tidied(typed)),
    )
    .map(module => ({ name: module.label, value: shortName(module) }))
