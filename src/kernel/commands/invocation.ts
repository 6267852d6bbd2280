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
  ['enable', ['on']],
  ['enabled', ['on']],
  ['disable', ['off']],
  ['disabled', ['off']],
])
/** Verbs with an object, which is named after them. */
const verbsWithObject = new Set(['add', 'remove', 'rm', 'delete', 'del'])

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

function subcommandCalled(group: Group, typed: string, rest: string): Chosen | undefined {
  if (group.synonyms && Object.hasOwn(group.synonyms, typed)) {
    const [name = '', ...words] = (group.synonyms[typed] ?? '').split(' ')
    return { name, rest: [...words, rest].join(' ') }
  }
  if (Object.hasOwn(group.subcommands, typed)) return { name: typed, rest }
  const usual = usuallyMeant(group, typed, rest)
  return usual === undefined ? undefined : { name: usual, rest }
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
