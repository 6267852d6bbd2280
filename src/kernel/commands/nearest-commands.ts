import { editDistance } from '#kit/edit-distance.ts'
import { type Entry, isGroup } from '../feature.ts'
import type { Catalogue } from './catalogue.ts'
import { namedSubcommand } from './invocation.ts'

/** Matches words that may be a command: `...`, `.5` and `.hlep!` are not. */
const commandWord = /^(?=.{3,32}$)[a-z]+(?:[-_][a-z]+)*$/i

/** More words than this, without a mention or a number, are a sentence. */
const mostWords = 3

/** Whether what was typed looks like a call of a command, and not like a sentence that begins with the prefix. */
export const resemblesCall = ({ word, rest }: { word: string; rest: string }): boolean =>
  commandWord.test(word) && (rest.trim().split(/\s+/u).length <= mostWords || target.test(rest))

const letters = (word: string) => [...word].sort().join('')

/** Matches a mention or a number: commands have such arguments, exclamations do not. */
const target = /<[@#]|\d/

/**
 * Whether a word is a typing error for another: one error, or two in a long word. Three letters may only be transposed,
 * and so may four unless a mention or a number follows: `.net`, `.nice one` and `.hell yeah` are not calls.
 */
function isSlip(typed: string, word: string, rest: string): boolean {
  if (typed.length === 3 || (typed.length === 4 && !target.test(rest)))
    return letters(typed) === letters(word) && editDistance(typed, word, 1) === 1
  const slips = typed.length < 8 ? 1 : 2
  return editDistance(typed, word, slips) <= slips
}

/** The names that a word may be a misspelling of, nearest first. */
export const nearestNames = (names: readonly string[], { word, rest }: { word: string; rest: string }): string[] => {
  const text = word.toLowerCase()
  return names
    .filter(name => isSlip(text, name, rest))
    .sort((one, other) => editDistance(text, one, 2) - editDistance(text, other, 2))
}

/**
 * A related word with a subcommand in it means that one: `.claim` is `.ticket claim`, and `.antilinks` `.autodelete
 * links`.
 */
function pathOf({ name, definition }: Entry, word: string): string {
  if (!isGroup(definition)) return name
  const ends = Array.from({ length: Math.max(0, word.length - 2) }, (_, at) => word.slice(at))
  const said = ends.filter(end => !/^(?:list|show|set)$/.test(end)).map(end => namedSubcommand(definition, end)?.name)
  const begun = Object.keys(definition.subcommands).find(sub => sub !== 'set' && word.startsWith(sub))
  const sub = said.find(one => one !== undefined) ?? begun
  return sub === undefined ? name : `${name} ${sub}`
}

/** Words before a command that say what to do there: `.set prefix !`. */
const verb = /^(?:set|add|remove|delete|del|clear|reset|create|make|edit|change|show|view|list|setup|toggle)$/

/** The command that a verb belongs to: `.set prefix !` is `.setprefix`, `.set welcome` is `.welcome`. */
export function behindVerb(
  { words }: Catalogue,
  typed: { word: string; rest: string },
): { word: string; entry: Entry }[] {
  const text = typed.word.toLowerCase()
  const [next = ''] = typed.rest.trim().toLowerCase().split(/\s+/u, 1)
  const named = verb.test(text) ? [`${text}${next}`, `${text}${next.replace(/s$/, '')}`, next] : []
  for (const word of named) {
    const entry = words.get(word)
    if (entry) return [{ word, entry }]
  }
  return []
}

/**
 * The commands that a word may be another bot's word for, or a misspelling of, with the word to type, nearest first.
 */
export function nearestCommands(
  { words, related }: Catalogue,
  typed: { word: string; rest: string },
): { word: string; entry: Entry }[] {
  const text = typed.word.toLowerCase()
  const known = related.get(text)
  if (known) return known.map(entry => ({ word: pathOf(entry, text), entry }))
  const joined = text.replaceAll(/[-_]/g, '')
  const same = joined === text ? undefined : words.get(joined)
  if (same) return [{ word: joined, entry: same }]
  return [...words]
    .filter(([word]) => isSlip(text, word, typed.rest))
    .map(([word, entry]) => ({ word, entry }))
    .sort((one, other) => editDistance(text, one.word, 2) - editDistance(text, other.word, 2))
}
