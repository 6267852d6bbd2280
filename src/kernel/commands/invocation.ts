/** What a message asks the bot to do. `prefix` is what the caller typed before the command's name. */
export type Invocation =
  | { kind: 'none' }
  /** The bot was mentioned and nothing else was said. */
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

/**
 * Which subcommand of a group the words mean.
 * @returns the subcommand and the rest, for its arguments; undefined when none is meant
 */
export function chooseSubcommand(
  group: { subcommands: Record<string, unknown>; bare?: string; otherwise?: string; synonyms?: Record<string, string> },
  text: string,
): { name: string; rest: string } | undefined {
  const [whole = '', word = ''] = /^\s*(\S*)\s?/u.exec(text) ?? []
  const typed = word.toLowerCase()
  const name = group.synonyms && Object.hasOwn(group.synonyms, typed) ? (group.synonyms[typed] ?? typed) : typed
  if (Object.hasOwn(group.subcommands, name)) return { name, rest: text.slice(whole.length) }
  const meant = name === '' ? group.bare : group.otherwise
  return meant === undefined ? undefined : { name: meant, rest: text }
}
