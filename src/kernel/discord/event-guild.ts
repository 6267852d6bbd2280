import { Guild } from 'discord.js'

/** The properties by which an event's argument may name its guild. */
interface Hint {
  guild?: unknown
  guildId?: unknown
  message?: Hint
}

function hinted(value: unknown, lookUp: (id: string) => Guild | undefined): Guild | undefined {
  if (value instanceof Guild) return value
  if (typeof value !== 'object' || value === null) return undefined
  const hint: Hint = value
  // By its id first, because for a message the library's `guild` does two look-ups.
  const known = typeof hint.guildId === 'string' ? lookUp(hint.guildId) : undefined
  if (known) return known
  if (hint.guild instanceof Guild) return hint.guild
  if (typeof hint.guildId === 'string') return undefined
  if (hint.message) return hinted(hint.message, lookUp)
  // Bulk events carry a collection of messages or threads.
  if (value instanceof Map) return hinted(value.values().next().value, lookUp)
  return undefined
}

/**
 * The guild that a gateway event is about, found in its arguments.
 * @param lookUp finds a guild in the client's cache; undefined for guilds that the bot is not in
 */
export function guildOf(args: readonly unknown[], lookUp: (id: string) => Guild | undefined): Guild | undefined {
  for (const arg of args) {
    const guild = hinted(arg, lookUp)
    if (guild) return guild
  }
  return undefined
}
