import type { GuildMember, GuildTextBasedChannel } from 'discord.js'
import { safeEcho } from '#kit/template.ts'
import { type Entry, isGroup } from '../feature.ts'
import type { Catalogue } from './catalogue.ts'
import { likelySubcommand, namedSubcommand } from './invocation.ts'
import { nameChecker, withNames } from './lookup.ts'
import { isMany } from './pronouns.ts'
import { subcommandsTaking, takes } from './subcommands-taking.ts'
import { splitWords } from './words.ts'

/** A typed call that was refused. */
export interface Refused {
  entry: Entry
  /** What was typed as the command's name, and behind it. */
  word: string
  rest: string
  /** What of `rest` was for its options. */
  text: string
  caller: { member: GuildMember; channel: GuildTextBasedChannel }
  prefix: string
}

/** Another command as it is typed behind the prefix. */
export interface Other {
  entry: Entry
  written: string
}

/** More than this that take the same words are no answer. */
const mostTaking = 2

const shown = (member: GuildMember, text: string) => withNames(member.guild, member, safeEcho(text))

/**
 * Other subcommands that take the words as they are: `.case 1 spam` for `.case reason 1 spam`, `.automod whitelist
 * #general` for `.automod whitelistadd #general`; and the one for all of them: `.xp resetall` for `.xp reset everyone`.
 */
export function linesOfGroup({ entry, rest, text, caller: { member } }: Refused): Other[] {
  const { name, definition } = entry
  if (!isGroup(definition)) return []
  const named = namedSubcommand(definition, rest)?.name
  const [first, second, ...more] = splitWords(text).map(each => each.text)
  const ofAll = `${named}all`
  if (first !== undefined && isMany(first) && Object.hasOwn(definition.subcommands, ofAll))
    return [{ entry, written: `${name} ${ofAll}` }]
  const isTurned = named === undefined && second !== undefined && Object.hasOwn(definition.subcommands, second)
  if (isTurned) return [{ entry, written: [name, second, shown(member, [first, ...more].join(' '))].join(' ') }]
  const value = text.replace(/^\s*(?:on|enable|set|to)\s+/iu, '')
  const target = named ?? definition.otherwise
  const names = nameChecker(member.guild, member)
  const own = target === undefined ? undefined : definition.subcommands[target]
  if (own && takes(own, value, names)) return []
  const others = Object.entries(definition.subcommands).filter(([sub]) => sub !== target)
  const taking = subcommandsTaking(Object.fromEntries(others), value, names)
  const { certain, mixed, texts } = taking
  const [all = []] = [certain, mixed, texts].filter(list => list.length > 0)
  // `.welcome on #general`: what is switched on needs that first.
  const isPlace = (value !== text || named === 'on') && /<[@#]/.test(value)
  const isNear = (sub: string, by: string) =>
    sub.startsWith(by) || by.startsWith(sub) || (isPlace && certain.includes(sub))
  const found = named === undefined ? all : all.filter(sub => isNear(sub, named))
  return found.length > mostTaking
    ? []
    : found.map(sub => ({ entry, written: `${name} ${sub} ${shown(member, value)}` }))
}

/** Other commands of the same root that take the words as they are: `.purge @mara 10` for `.purgeuser @mara 10`. */
export function linesOfRoot({ entries }: Catalogue, { entry, text, caller: { member } }: Refused): Other[] {
  const { slash } = entry.definition
  if (!slash || isGroup(entry.definition)) return []
  const value = text.replace(/^\s*(?:set|to)\s+/iu, '')
  const names = nameChecker(member.guild, member)
  if (takes(entry.definition, value, names)) return []
  const others = entries.filter(({ name, definition }) => {
    const isNear = definition.slash && definition.slash.root === slash.root
    return isNear && name !== entry.name && !isGroup(definition)
  })
  const options = Object.fromEntries(
    others.map(({ name, definition }) => [name, isGroup(definition) ? {} : { options: definition.options ?? {} }]),
  )
  const { certain } = subcommandsTaking(options, value, names)
  if (certain.length > mostTaking) return []
  return others
    .filter(({ name }) => certain.includes(name))
    .map(other => ({ entry: other, written: `${other.name} ${shown(member, value)}` }))
}

/** Words that say how values belong together, or are polite, where nothing else may be meant by them. */
const fillers =
  /^(?:set|to|at|is|of|in|for|by|with|after|on|from|the|now|please|pls|channel|user|member|role|=)[,.!]*$/i

/** The same command without words that add nothing: `.inviterank add @Regular 5` for `.inviterank add @Regular at 5`. */
export function linesWithoutFillers({ entry, rest, text, caller: { member } }: Refused): Other[] {
  const { name, definition } = entry
  const sub = isGroup(definition) ? (namedSubcommand(definition, rest)?.name ?? definition.otherwise) : ''
  const command = isGroup(definition) ? definition.subcommands[sub ?? ''] : definition
  const kinds = Object.values(command?.options ?? {}).map(({ kind }) => kind)
  const words = splitWords(text)
  const isFiller = (word: (typeof words)[number]) => !word.quoted && fillers.test(word.text)
  // A text may be any words.
  if (!command || kinds.includes('text') || kinds.includes('rest') || !words.some(isFiller)) return []
  const kept = words.filter(word => !isFiller(word))
  const value = kept.map(word => (word.quoted ? `"${word.text}"` : word.text)).join(' ')
  if (value === '' || !takes(command, value, nameChecker(member.guild, member))) return []
  return [{ entry, written: [name, sub, shown(member, value)].filter(Boolean).join(' ') }]
}

/** The subcommand that a word may mean which its group does not know: `.modlog clear` for `.modlog off`. */
export function likelyInGroup({ entry, rest }: Refused, word: string): Other[] {
  const { name, definition } = entry
  if (!isGroup(definition) || namedSubcommand(definition, rest)) return []
  const likely = likelySubcommand(definition, word)
  return likely === undefined ? [] : [{ entry, written: `${name} ${likely}` }]
}

/** A word that is another command itself, `.invites leaderboard`, or that is one together with the first. */
export function commandCalled({ words, related }: Catalogue, { entry, word }: Refused, next: string): Other[] {
  const found = words.get(next)
  const isNear = !isGroup(entry.definition) || found?.feature === entry.feature
  return [
    ...(related.get(`${word.toLowerCase()}${next}`) ?? [])
      .filter(other => other !== entry)
      .map(other => ({ entry: other, written: other.name })),
    ...(found && found !== entry && isNear ? [{ entry: found, written: next }] : []),
  ]
}
