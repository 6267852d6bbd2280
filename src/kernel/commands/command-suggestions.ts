import { UserError } from '#kit/errors.ts'
import { listed } from '#kit/permissions.ts'
import { safeEcho } from '#kit/template.ts'
import { type Entry, type Feature, isGroup, type Services } from '../feature.ts'
import type { Catalogue } from './catalogue.ts'
import {
  commandCalled,
  likelyInGroup,
  linesOfGroup,
  linesOfRoot,
  linesWithoutFillers,
  type Other,
  type Refused,
} from './lines-meant.ts'
import { isHelp } from './mistaken-texts.ts'
import { booleanOf } from './option-matching.ts'
import { isMany } from './pronouns.ts'
import { helpAsked, splitWords, usageError, withoutPunctuation } from './words.ts'

interface Typed {
  /** What was typed as the command's name, and after it. */
  word: string
  rest: string
}

function sharedStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

/**
 * Whether a module is called by this word, give or take its end: `levels` for Leveling, `ticket` for Tickets, but not
 * `levelup`.
 */
function isCalled({ contract: { name, title } }: Feature, word: string): boolean {
  const text = word.toLowerCase()
  return [name, title.toLowerCase()].some(one => {
    const shared = sharedStart(text, one)
    return shared >= 3 && /^(?:e?s?|ing)$/.test(text.slice(shared))
  })
}

/** Returns the command that switches a module for somebody who typed its name and a state: `.levels on`, `.enable levels`. */
export function moduleSwitch(
  { find }: Pick<Catalogue, 'find'>,
  features: readonly Feature[],
  { word, rest }: Typed,
): Other[] {
  const behind = booleanOf(rest.trim())
  const state = behind ?? booleanOf(word)
  const module = behind === undefined ? withoutPunctuation(rest.trim()) : word
  const config = find('config')
  if (state === undefined || !config) return []
  return features
    .filter(feature => feature.parts.switch !== undefined && isCalled(feature, module))
    .map(({ contract }) => ({ entry: config, written: `config ${contract.name} ${state ? 'on' : 'off'}` }))
}

/** Verbs that other bots use for the same. */
const sameVerbs: Readonly<Record<string, readonly string[]>> = {
  make: ['add'],
  create: ['add'],
  new: ['add'],
  give: ['add'],
  delete: ['remove', 'del'],
  take: ['remove'],
  rm: ['remove'],
}
const ending = /^(?:off|remove|clear|end|stop|lift)$/
const listing = /^(?:list|show|view)$/

/** The names of a command, also without a plural s: for `warnings`, `warning` as well. */
const stemsOf = ({ name, definition: { aliases = [] } }: Entry): string[] =>
  [name, ...aliases].flatMap(word => [word, word.replace(/s$/, '')])

/**
 * The commands that a verb after a command may be meant for: after `.warn`, `remove` may mean `.removewarn` or
 * `.warnings remove`; after `.timeout`, `.untimeout`.
 */
function ofVerb({ entries, words }: Catalogue, entry: Entry, typed: string, verb: string): Other[] {
  const joined = stemsOf(entry).flatMap(stem => [
    ...[verb, ...(sameVerbs[verb] ?? [])].flatMap(one => [`${one}${stem}`, `${stem}${one}`]),
    ...(ending.test(verb) ? [`un${stem}`] : []),
    ...(listing.test(verb) ? [`${stem}s`] : []),
  ])
  const { definition } = entry
  const shortcuts = (isGroup(definition) && definition.shortcuts) || {}
  const known = joined.flatMap(word => {
    const found = words.get(word)
    // Another name of the typed command would be no other suggestion.
    const isSame = word === typed || (found === entry && !Object.hasOwn(shortcuts, word))
    return found && !isSame ? [{ entry: found, written: word }] : []
  })
  const groups = entries.filter(
    other =>
      other !== entry &&
      other.feature === entry.feature &&
      isGroup(other.definition) &&
      Object.hasOwn(other.definition.subcommands, verb) &&
      other.name.startsWith(entry.name),
  )
  const all = [...groups.map(group => ({ entry: group, written: `${group.name} ${verb}` })), ...known]
  return onceEach(all)
}

/** Each command once, as it was first written. */
const onceEach = (all: readonly Other[]): Other[] =>
  all.filter((other, place) => all.findIndex(({ entry }) => entry === other.entry) === place)

/** The neighbors below the same slash root that a word names: `/purge bots` for `.purge 5 bots`. */
function ofRoot({ entries }: Catalogue, { definition: { slash } }: Entry, word: string): Other[] {
  // `.purgeuser @mara all` is not `.purge all`.
  if (!slash || isMany(word)) return []
  return entries.flatMap(other => {
    const place = other.definition.slash
    const isMeant = place && place.root === slash.root && [place.name, place.name.replace(/s$/, '')].includes(word)
    return isMeant && place.name !== slash.name ? [{ entry: other, written: `${place.root.name} ${place.name}` }] : []
  })
}

/** How many words may be a verb: what comes later is a reason. */
const wordsLookedAt = 3

/**
 * Suggests other commands to somebody whose command was refused, if its words tell that they may have meant one of
 * those and they may use it.
 * @param error why it was refused
 * @returns the error to report: with suggestions, or `error` itself
 */
export async function withSuggestions(
  { features, commandPermissions }: Services,
  catalogue: Catalogue,
  refused: Refused,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof UserError) || error.code !== 'command.usage') return error
  const { entry, word, rest, text, caller, prefix } = refused
  if (isHelp(text)) return helpAsked(entry.definition)
  const usable = async (others: readonly Other[]): Promise<string[]> => {
    // What cannot be shown as code is not proposed.
    const shown = others.filter(({ written }) => !written.includes('`'))
    const isUsable = await Promise.all(shown.map(other => commandPermissions.mayUse(other.entry, caller)))
    return [...new Set(shown.flatMap(({ written }, place) => (isUsable[place] ? `\`${prefix}${written}\`` : [])))]
  }
  const typed = splitWords(text).slice(0, wordsLookedAt)
  const [first = '', ...later] = typed.map(each => (each.quoted ? '' : withoutPunctuation(each.text.toLowerCase())))
  const ofWord = (verb: string) =>
    verb === ''
      ? []
      : onceEach([...ofRoot(catalogue, entry, verb), ...ofVerb(catalogue, entry, word.toLowerCase(), verb)])
  const meant = await usable([...moduleSwitch(catalogue, features, { word, rest }), ...ofWord(first)])
  if (meant.length > 0)
    return usageError(`“${safeEcho(first)}” belongs to another command. Did you mean ${listed(meant, 'or')}?`)
  const likely = await usable(likelyInGroup(refused, first))
  if (likely.length > 0)
    return usageError(`There is no “${safeEcho(first)}” here. Did you mean ${listed(likely, 'or')}?`)
  const same = linesWithoutFillers(refused)
  const lines =
    same.length > 0 ? same : [...linesOfGroup(refused), ...linesOfRoot(catalogue, refused), ...later.flatMap(ofWord)]
  const perhaps = await usable(lines.length > 0 ? lines : commandCalled(catalogue, refused, first))
  return perhaps.length > 0 ? usageError(`${error.message} Did you mean ${listed(perhaps, 'or')}?`) : error
}
