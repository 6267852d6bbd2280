import type { Guild, GuildEmoji } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { nearest } from '#kit/edit-distance.ts'
import { listed } from '#kit/permissions.ts'
import { safeEcho } from '#kit/template.ts'
import { writtenEmoji } from '../emoji/contract.ts'

/** Removes the colons: `:kiln:` becomes kiln. */
export const withoutColons = (typed: string): string => typed.trim().replace(/^:(.+):$/s, '$1')

const none = (sentence: string) => new UserError('emojis.none', sentence, 404)

/**
 * Finds the server's emoji that somebody means: written as in a message, or given by id or name.
 * @throws UserError 404 with similar names, 409 if several emojis have the name
 */
export function emojiNamed({ emojis: { cache } }: Guild, typed: string): GuildEmoji {
  const written = writtenEmoji(typed)
  if (written) {
    const found = cache.get(written.id)
    if (found) return found
    throw none(`:${written.name}: is not an emoji of this server.`)
  }
  const name = withoutColons(typed)
  const byId = cache.get(name)
  if (byId) return byId
  const all = [...cache.values()]
  const exact = all.filter(one => one.name === name)
  const [found, ...others] = exact.length > 0 ? exact : all.filter(one => one.name.toLowerCase() === name.toLowerCase())
  if (found && others.length > 0)
    throw new UserError(
      'emojis.several',
      `${others.length + 1} emojis have the name ${safeEcho(name)}. Write the emoji itself, or its ID: ${listed(
        [found, ...others].slice(0, 5).map(({ id }) => id),
        'or',
      )}.`,
      409,
    )
  if (found) return found
  const meant = nearest(name, all, one => [one.name]).map(one => `:${one.name}:`)
  const hint = meant.length > 0 ? ` Did you mean ${listed(meant, 'or')}?` : ''
  throw none(`This server has no emoji ${safeEcho(name)}.${hint}`)
}

/** The suggestions while a name is typed. */
export const suggestEmojis = ({ guild }: { guild: Guild }, typed: string) => {
  const wanted = typed.toLowerCase().replaceAll(':', '')
  return guild.emojis.cache
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .map(({ id, name, animated }) => ({ name: animated ? `:${name}: (animated)` : `:${name}:`, value: id }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}
