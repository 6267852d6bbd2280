import type { Option } from '../declarations/option.ts'
import { withoutPunctuation } from './words.ts'

/** What a message asks the bot to do. `prefix` is what the caller typed before the command's name. */
export type Invocation =
  | { kind: 'none' }
  /** The bot was mentioned and nothing else was written. */
  | { kind: 'greeting' }
  | { kind: 'command'; word: string; rest: string; prefix: string }

const none: Invocation = { kind: 'none' }

function command(text: string, prefix: string): Invocation {
  const [whole, word] = /^(\S+)\s?/u.exec(text) ?? []
  return whole === undefined || word === undefined
    ? none
    : { kind: 'command', word, rest: text.slice(whole.length), prefix }
}

/**
 * Reads a message that may start with the server's prefix (in any case) or a mention of the bot, which always works.
 * After a prefix that ends in a letter or digit, and after a mention, spaces may follow.
 */
export function readInvocation(content: string, prefix: string, botId: string): Invocation {
  const text = content.trimStart()
  const mention = text.startsWith('<@') && [`<@${botId}>`, `<@!${botId}>`].find(each => text.startsWith(each))
  if (mention) {
    const rest = text.slice(mention.length).trimStart()
    return rest === '' ? { kind: 'greeting' } : command(rest, prefix)
  }
  if (content.slice(0, prefix.length).toLowerCase() !== prefix.toLowerCase()) return none
  const rest = content.slice(prefix.length)
  return command(/[\p{L}\p{N}]$/u.test(prefix) ? rest.trimStart() : rest, prefix)
}

/** Usual words for subcommands that may have another name, with the possible names, best first. */
const usualWords = new Map<string, readonly string[]>([
  ['add', ['give']],
  ['remove', ['delete', 'take']],
  ['rm', ['remove', 'delete', 'take']],
  ['delete', ['remove']],
  ['del', ['delete', 'remove']],
  ['show', ['info', 'view', 'list', 'status']],
  ['view', ['info', 'show', 'list', 'status']],
  ['status', ['show', 'list']],
  ['config', ['show', 'status', 'list']],
  ['settings', ['show', 'status', 'list']],
  ['enable', ['on']],
  ['enabled', ['on']],
  ['disable', ['off']],
  ['disabled', ['off']],
])
/** Words that may mean one of these, which is suggested and not done. */
const likelyWords = new Map<string, readonly string[]>([
  ['clear', ['reset', 'off', 'remove']],
  ['reset', ['off', 'clear']],
  ['remove', ['off', 'reset']],
  ['delete', ['off', 'reset']],
  ['stop', ['off', 'end']],
  ['start', ['on']],
  ['show', ['preview']],
  ['view', ['preview']],
  ['+', ['add', 'give', 'save']],
  ['-', ['remove', 'take', 'delete']],
])

/** The subcommand that a word may mean which is not one itself, to be suggested. */
export const likelySubcommand = ({ subcommands }: Pick<Group, 'subcommands'>, word: string): string | undefined =>
  [...(usualWords.get(word) ?? []), ...(likelyWords.get(word) ?? [])].find(name => Object.hasOwn(subcommands, name))

/** Verbs with an object, which is named after them. */
const verbsWithObject = new Set(['add', 'remove', 'rm', 'delete', 'del'])
/** Words before a subcommand that add nothing: `set channel`. */
const setting = new Set(['set', 'edit', 'change', 'update'])

interface Group {
  subcommands: Record<string, unknown>
  bare?: string
  otherwise?: string
  synonyms?: Record<string, string>
}

/**
 * Finds the subcommand by a usual word. In a group whose first word may be a name or a value, only adding or removing
 * something that is named is clear enough.
 */
function usuallyMeant({ subcommands, otherwise }: Group, typed: string, rest: string): string | undefined {
  if (otherwise !== undefined && !(verbsWithObject.has(typed) && rest.trim() !== '')) return undefined
  return usualWords.get(typed)?.find(name => Object.hasOwn(subcommands, name))
}

interface Chosen {
  name: string
  /** The text of its arguments. */
  rest: string
}

/** Returns the subcommand of a group that the first word names, by its own name or by a synonym. */
export function namedSubcommand(group: Group, text: string): Chosen | undefined {
  const [whole = '', word = ''] = /^\s*(\S*)\s?/u.exec(text) ?? []
  const typed = word.toLowerCase()
  const rest = text.slice(whole.length)
  const bare = withoutPunctuation(typed)
  // Where the first word may be a name, punctuation at its end may be part of the name, unless nothing follows.
  const isClosed = bare !== typed && (group.otherwise === undefined || rest.trim() === '')
  return subcommandCalled(group, typed, rest) ?? (isClosed ? subcommandCalled(group, bare, rest) : undefined)
}

function subcommandCalled(group: Group, typed: string, text: string): Chosen | undefined {
  const isOwn = Object.hasOwn(group.subcommands, typed)
  // `set to off` is `set off`
  const rest = !isOwn && setting.has(typed) ? text.replace(/^\s*(?:to|=)\s+(?=\S+\s*$)/iu, '') : text
  const [whole = '', next = ''] = /^\s*(\S*)\s?/u.exec(rest) ?? []
  const behind = rest.slice(whole.length)
  if (!isOwn && setting.has(typed) && !takesText(group, typed)) {
    const word = withoutPunctuation(next.toLowerCase())
    const set = ownSubcommand(group, word)
    if (set !== undefined) return { name: set, rest: behind }
    // A synonym for a subcommand and its value: `set off` is `message off`, not the channel.
    if (Object.hasOwn(group.synonyms ?? {}, word)) return subcommandCalled(group, word, behind)
  }
  const joined = `${typed}${next.toLowerCase()}`
  if (next !== '' && takesJoined(group, joined, behind)) return { name: joined, rest: behind }
  if (group.synonyms && Object.hasOwn(group.synonyms, typed)) {
    const [name = '', ...words] = (group.synonyms[typed] ?? '').split(' ')
    return { name, rest: [...words, rest].join(' ') }
  }
  if (isOwn) return { name: typed, rest }
  const usual = usuallyMeant(group, typed, rest)
  return usual === undefined ? undefined : { name: usual, rest }
}

/** Whether a synonym is for a subcommand whose first option may be any word: `.tag edit list` edits “list”. */
function takesText({ subcommands, synonyms = {} }: Group, word: string): boolean {
  const sub = Object.hasOwn(synonyms, word) ? subcommands[synonyms[word] ?? ''] : undefined
  const [first] = Object.values((sub as { options?: Record<string, Option> } | undefined)?.options ?? {})
  return first?.kind === 'text'
}

/** Whether two words are one subcommand, `whitelist add`: words behind them have to be for its options. */
function takesJoined({ subcommands }: Group, name: string, behind: string): boolean {
  if (!Object.hasOwn(subcommands, name)) return false
  const { options = {} } = (subcommands[name] ?? {}) as { options?: object }
  return behind.trim() === '' || Object.keys(options).length > 0
}

/** The subcommand of that name, or of a synonym for one alone. */
function ownSubcommand({ subcommands, synonyms = {} }: Group, word: string): string | undefined {
  const name = Object.hasOwn(synonyms, word) ? synonyms[word] : word
  return name !== undefined && Object.hasOwn(subcommands, name) ? name : undefined
}

/**
 * Returns the subcommand of a group that the words mean, including the one for words that name none; undefined when
 * there is none.
 */
export function chooseSubcommand(group: Group, text: string): Chosen | undefined {
  const named = namedSubcommand(group, text)
  if (named) return named
  const meant = text.trim() === '' ? group.bare : group.otherwise
  return meant === undefined ? undefined : { name: meant, rest: text }
}
