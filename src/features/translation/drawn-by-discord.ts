import type { Guild } from 'discord.js'
import { inert } from '#kit/template.ts'

/** What Discord draws as something else: mentions, emojis of servers, times. */
const drawn = /<(?:(@[!&]?|#)(\d{1,20})|a?:\w{2,32}:\d{17,20}|t:-?\d{1,17}(?::[A-Za-z])?)>/g
/** A service may put spaces into it. */
const token = /<\s*@\s*(\d{1,3})\s*>/g

/** Who or which role is mentioned, as the server calls them; of channels only Discord knows who may read their names. */
function nameIn(guild: Guild, sign: string | undefined, id = ''): string | undefined {
  if (sign === '@&') return guild.roles.cache.get(id)?.name
  if (sign !== '@' && sign !== '@!') return undefined
  return guild.members.cache.get(id)?.displayName ?? guild.client.users.cache.get(id)?.displayName
}

interface Held {
  /** For the service: without ids, and with nothing in it that it would translate. */
  text: string
  /** A translation with what was held in it again: who was mentioned by name, all that people wrote without effect. */
  restored: (translation: string) => string
}

/** Takes what Discord draws out of a text, since a service has no use for it and may spoil it. */
export function held(guild: Guild, content: string): Held {
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
      // Every second piece is the number of one that Discord draws, which nobody is pinged by in an embed.
      return named
        .split(token)
        .map((piece, place) => (place % 2 === 0 ? inert(piece) : (one(piece)?.typed ?? inert(`<@${piece}>`))))
        .join('')
    },
  }
}
