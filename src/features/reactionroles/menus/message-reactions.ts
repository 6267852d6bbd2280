import { DiscordAPIError, type Guild, RESTJSONErrorCodes as Code } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { emojiPath, mayUnreact } from '../choosing/perform.ts'
import { emojisOf, neededEmojis, menusOnMessage } from './compose.ts'
import { emojiKey, typedKey } from './contract.ts'
import { refused } from './demands.ts'
import { changeMenu, type StoredMenu } from './rows.ts'

/** Where a message is. */
interface Place {
  channelId: string
  messageId: string
}

/** The relevant part of Discord's answer about a message. */
interface Shown {
  author: { id: string }
  reactions?: { me: boolean; emoji: { id: string | null; name: string | null } }[]
}

const addressOf = ({ channelId, messageId }: Place) => `/channels/${channelId}/messages/${messageId}` as const

function reactionRefusal(error: unknown, emoji: string): unknown {
  if (!(error instanceof DiscordAPIError)) return error
  if (error.code === Code.MaximumNumberOfReactionsReached)
    return refused(
      'reactions-full',
      'That message has 20 different reactions already, as many as Discord allows.',
      'choices',
    )
  if (error.code === Code.UnknownEmoji)
    return refused('emoji', `Discord does not know the emoji ${emoji}, or I cannot use it.`, 'choices')
  if (error.code === Code.ReactionWasBlocked)
    return refused('blocked', 'The author of that message has blocked me, so I cannot react to it.', 'attached_id', 403)
  return error
}

/**
 * Removes the reactions of menus that no menu on the message needs any more; on a message of the bot's, members'
 * reactions with these emojis too.
 * @param of the keys of the emojis that menus put there
 */
export async function removeReactions(
  { client }: Pick<Services, 'client'>,
  guild: Guild,
  place: Place,
  needed: ReadonlySet<string>,
  of: readonly string[],
): Promise<void> {
  if (of.every(key => needed.has(key))) return
  // A raw request, because the library caches no reactions.
  const shown = (await client.rest.get(addressOf(place))) as Shown
  const mayClear = shown.author.id === client.user.id && mayUnreact(guild, { messageChannelId: place.channelId })
  for (const { me: isMine, emoji } of shown.reactions ?? []) {
    const key = emojiKey(emoji)
    if (needed.has(key) || !of.includes(key) || !(isMine || mayClear)) continue
    const path = encodeURIComponent(emoji.id === null ? (emoji.name ?? '') : `${emoji.name}:${emoji.id}`)
    await client.rest.delete(`${addressOf(place)}/reactions/${path}${mayClear ? '' : '/@me'}`)
  }
}

/** The keys of the emojis that a menu put on its message. */
export const reactionsPutBy = ({ emojis }: Pick<StoredMenu, 'emojis'>): string[] =>
  Array.isArray(emojis) ? emojis.filter(one => typeof one === 'string') : []

/** Makes a message show the reactions that a menu needs, in order, and none that it no longer needs. */
export async function showReactions(services: Services, guild: Guild, menu: StoredMenu, place: Place): Promise<void> {
  const { client } = services
  const wanted = emojisOf(guild, menu.design)
  const keys = wanted.map(typedKey)
  const needed = neededEmojis(guild, menusOnMessage(services, guild.id, place.messageId, { put: menu }))
  const before = reactionsPutBy(menu)
  // Both sets are stored until the old ones are removed, so that none is forgotten if the process ends in between.
  changeMenu(services, menu, { emojis: [...new Set([...before, ...keys])] })
  await removeReactions(services, guild, place, needed, before)
  for (const emoji of wanted) {
    const path = emojiPath(emoji)
    if (path === undefined) continue
    await client.rest.put(`${addressOf(place)}/reactions/${path}/@me`).catch((error: unknown) => {
      throw reactionRefusal(error, emoji)
    })
  }
  changeMenu(services, menu, { emojis: keys })
}
