import {
  type Command,
  type CommandGroup,
  type Entry,
  type Feature,
  isGroup,
  type ContextMenu,
  type Option,
} from '../feature.ts'
import { namedSubcommand } from './invocation.ts'
import { createSlashTree, type SlashTree } from './slash-tree.ts'

/** One entry of the context menu of a user or message. */
interface MenuEntry {
  feature: Feature
  menu: ContextMenu
}

/** An alias, and the option that it requires. */
interface RequiringAlias {
  word: string
  option: string
}

export interface Catalogue {
  entries: readonly Entry[]
  menus: readonly MenuEntry[]
  slash: SlashTree
  /** Everything that can be typed as the first word, lower case: names, aliases and shortcuts. */
  words: ReadonlyMap<string, Entry>
  /**
   * Other bots' words for similar commands, and the first words of slash paths, each with the commands that may be
   * meant.
   */
  related: ReadonlyMap<string, readonly Entry[]>
  /** Finds a command by name, alias or shortcut, in any case. */
  find(word: string): Entry | undefined
  /**
   * Finds a command by what is typed after the prefix: a name or alias, a shortcut to a subcommand, or the two words of
   * a slash path, `purge user` for `purgeuser`.
   * @returns the command, the text left for its arguments, and the alias if that requires an option
   */
  findTyped(word: string, rest: string): { entry: Entry; rest: string; requiringAlias?: RequiringAlias } | undefined
  /** The subcommand of a group that a text begins with, by its name or by a synonym. */
  subcommandIn(entry: Entry, text: string): string | undefined
}

/** Discord's limits on commands: documentation, "Application Commands". */
const namePattern = /^[a-z][a-z0-9-]{0,31}$/
const titlePattern = /^[A-Z].{0,31}$/u
const mostOptions = 25

function problemOf(path: string, definition: Command | CommandGroup): string | undefined {
  const name = path.split(' ').at(-1) ?? ''
  if (!namePattern.test(name)) return `${path}: not a command name`
  if (definition.description.length > 100) return `${path}: the description is too long`
  const { slash } = definition
  if (slash && !(namePattern.test(slash.root.name) && namePattern.test(slash.name)))
    return `${path}: /${slash.root.name} ${slash.name} is not a command name`
  if (slash && slash.root.description.length > 100) return `${path}: the description of its root is too long`
  if (isGroup(definition)) {
    const subcommands = Object.entries(definition.subcommands)
    if (subcommands.length > mostOptions) return `${path}: too many subcommands`
    const synonyms = Object.values(definition.synonyms ?? {}).map(words => words.split(' ')[0])
    for (const target of [
      definition.bare,
      definition.otherwise,
      ...Object.values(definition.shortcuts ?? {}),
      ...synonyms,
    ])
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
  if (wrong) return `${path}: option ${wrong[0]} is misplaced or malformed`
  const replaced = options.flatMap(([, { insteadOf }]) => insteadOf ?? [])
  const named = [...Object.values(definition.aliasesWith ?? {}), ...replaced]
  const promised = named.find(key => definition.options?.[key] === undefined)
  if (promised !== undefined) return `${path}: no option ${promised}`
  const guessed = Object.keys(definition.autocomplete ?? {}).find(key => !canComplete(definition.options?.[key]))
  return guessed && `${path}: option ${guessed} cannot be completed`
}

function wellFormed(name: string, option: Option, before: readonly Option[]): boolean {
  if (!namePattern.test(name) || option.description.length > 100) return false
  if (option.required && before.some(({ required }) => !required)) return false
  if (before.some(({ kind }) => kind === 'rest') && option.kind !== 'attachment') return false
  return (option.choices?.length ?? 0) <= mostOptions
}

const completable: ReadonlySet<Option['kind']> = new Set(['text', 'rest', 'duration', 'integer', 'number'])
const canComplete = (option: Option | undefined) => option !== undefined && completable.has(option.kind)

function menusOf(features: readonly Feature[]): MenuEntry[] {
  const entries = features.flatMap(feature =>
    Object.values(feature.parts.menus ?? {}).map((menu): MenuEntry => ({ feature, menu })),
  )
  const titles = entries.map(({ menu }) => menu.title)
  for (const [place, title] of titles.entries()) {
    if (!titlePattern.test(title)) throw new Error(`${title}: not a menu title`)
    // Not even a user entry and a message entry may share one: a server's rules refer to an entry by its title.
    if (titles.indexOf(title) !== place) throw new Error(`the menu title ${title} is used twice`)
  }
  return entries
}

/** Whether the second word only says that a command lists: `.rr list` is `/reactionrole list`. */
function isNamedAgain({ definition }: Entry, second: string): boolean {
  const { slash } = definition
  return !isGroup(definition) && slash ? slash.name === second && second === 'list' : false
}

/** Whether two commands are under the same root. */
function shareRoot({ definition: { slash } }: Entry, { definition: { slash: other } }: Entry): boolean {
  return Boolean(slash && other && slash.root === other.root)
}

/** Every word that a command can be called by. */
const wordsOf = (entry: Entry): string[] => [
  entry.name,
  ...(entry.definition.aliases ?? []),
  ...Object.keys(entry.definition.aliasesWith ?? {}),
  ...Object.keys(shortcutsOf(entry)),
]

/** @throws Error when a related word is a command */
function relatedOf(entries: readonly Entry[], words: ReadonlyMap<string, Entry>): Map<string, Entry[]> {
  const related = new Map<string, Entry[]>()
  const relate = (word: string, entry: Entry) => related.set(word, [...(related.get(word) ?? []), entry])
  for (const entry of entries) {
    const { slash, relatedWords = [] } = entry.definition
    if (slash && !words.has(slash.root.name)) relate(slash.root.name, entry)
    for (const word of relatedWords) {
      if (words.has(word)) throw new Error(`the related word ${word} of ${entry.name} is a command`)
      relate(word, entry)
    }
  }
  return related
}

const shortcutsOf = ({ definition }: Entry): Record<string, string> =>
  (isGroup(definition) ? definition.shortcuts : undefined) ?? {}

/**
 * Collects all commands and menus of all features in manifest order.
 * @throws Error when a name, alias or title is taken twice or breaks Discord's rules; a programming error, found at
 * start
 */
export function createCatalogue(features: readonly Feature[]): Catalogue {
  const entries = features.flatMap(feature =>
    Object.entries(feature.parts.commands ?? {}).map(([name, definition]): Entry => ({ feature, name, definition })),
  )
  const byWord = new Map<string, Entry>()
  for (const entry of entries) {
    const problem = problemOf(entry.name, entry.definition)
    if (problem) throw new Error(problem)
    for (const word of wordsOf(entry)) {
      if (byWord.has(word)) throw new Error(`the command word ${word} is used twice`)
      byWord.set(word, entry)
    }
  }
  const bySlashPath = new Map(
    entries.flatMap((entry): [string, Entry][] => {
      const { slash } = entry.definition
      return slash ? [[`${slash.root.name} ${slash.name}`, entry]] : []
    }),
  )
  const find = (word: string) => byWord.get(word.toLowerCase())
  /** The command that two words mean together: `.purge files` is `.purgefiles`. */
  const meantByBoth = (named: Entry, word: string, second: string): Entry | undefined => {
    const both = second === '' ? undefined : byWord.get(`${word}${second}`)
    if (both && shareRoot(both, named)) return both
    return isNamedAgain(named, second) ? named : undefined
  }
  return {
    entries,
    menus: menusOf(features),
    slash: createSlashTree(entries),
    words: byWord,
    related: relatedOf(entries, byWord),
    find,
    subcommandIn: ({ definition }, text) => (isGroup(definition) ? namedSubcommand(definition, text)?.name : undefined),
    findTyped(typed, rest) {
      const word = typed.toLowerCase()
      const named = find(word)
      const [whole = '', next = ''] = /^\s*(\S*)\s?/u.exec(rest) ?? []
      const second = next.toLowerCase()
      const hasSubcommand =
        named !== undefined && isGroup(named.definition) && Object.hasOwn(named.definition.subcommands, second)
      const placed = hasSubcommand
        ? undefined
        : (bySlashPath.get(`${word} ${second}`) ?? (named && meantByBoth(named, word, second)))
      if (placed) return { entry: placed, rest: rest.slice(whole.length) }
      if (!named) return undefined
      const shortcuts = shortcutsOf(named)
      const option = named.definition.aliasesWith?.[word]
      return {
        entry: named,
        rest: Object.hasOwn(shortcuts, word) ? `${shortcuts[word]} ${rest}` : rest,
        ...(option !== undefined && { requiringAlias: { word, option } }),
      }
    },
  }
}
