import type { Guild } from 'discord.js'
import { inert } from '#kit/template.ts'

/** Markup that Discord draws as something else: mentions, emojis of servers, times. */
const drawn = /<(?:(@[!&]?|#)(\d{1,20})|a?:\w{2,32}:\d{17,20}|t:-?\d{1,17}(?::[A-Za-z])?)>/g
/** A placeholder for it; the service may put spaces inside. */
const token = /<\s*@\s*(\d{1,3})\s*>/g

/**
 * The name of a mentioned user or role in the server; undefined for channels, since only Discord knows who may read
 * their names.
 */
function nameIn(guild: Guild, sign: string | undefined, id = ''): string | undefined {
  if (sign === '@&') return guild.roles.cache.get(id)?.name
  if (sign !== '@' && sign !== '@!') return undefined
  return guild.members.cache.get(id)?.displayName ?? guild.client.users.cache.get(id)?.displayName
}

interface TextForService {
  /** The text for the service: without ids, and with nothing that it should not translate. */
  text: string
  /** Restores a translation: members' names in place of placeholders, and the text of people without working markup. */
  restored: (translation: string) => string
}

/** Replaces markup in a text, since a service cannot use it and might damage it. */
export function withPlaceholders(guild: Guild, content: string): TextForService {
  const all: { typed: string; name: string | undefined }[] = []
  const text = content.replace(drawn, (typed, sign: string | undefined, id: string | undefined) => {
    all.push({ typed, name: nameIn(guild, sign, id) })
    return `<@${all.length}>`
  })
  const one = (number: string) => all[Number(number) - 1]
  return {
    text,
    restored(translation) {
      const named = translation.replace(token, (written, number: string) => {
        const found = one(number)
        return found === undefined ? written : found.name === undefined ? `<@${number}>` : `@${inert(found.name)}`
      })
      // Every second piece is the number of a placeholder; in an embed it pings nobody.
      return named
        .split(token)
        .map((piece, place) => (place % 2 === 0 ? inert(piece) : (one(piece)?.typed ?? inert(`<@${piece}>`))))
        .join('')
    },
  }
}
