import type { APIRole } from 'discord-api-types/v10'
import type { Lookup } from '#web/ui/discord/lookup.ts'
import { hexColour, type MessageAuthor } from '#web/ui/discord/model.ts'
import { channelName, kindOf } from './channels.ts'
import { type LiveState, type LiveGuild, listOf } from './model.ts'

export const rolesOf = (guild: LiveGuild, userId: string): APIRole[] =>
  (guild.members[userId]?.roles ?? [])
    .flatMap(id => guild.roles[id] ?? [])
    .sort((one, other) => other.position - one.position)

export function displayName(live: LiveState, guild: LiveGuild | undefined, userId: string): string | undefined {
  const user = live.users[userId]
  return guild?.members[userId]?.nick ?? user?.global_name ?? user?.username
}

/** The colour of the highest role that has one. */
export function colourOf(guild: LiveGuild | undefined, userId: string): string | undefined {
  const role = guild && rolesOf(guild, userId).find(each => each.color !== 0)
  return role && hexColour(role.color)
}

/** The picture that somebody has in this server, or else everywhere. */
export function avatarOf(user: MessageAuthor, guild?: LiveGuild): string {
  const here = guild?.members[user.id]?.avatar
  if (guild && here) return `/cdn/guilds/${guild.id}/users/${user.id}/avatars/${here}.png?size=80`
  if (user.avatar) return `/cdn/avatars/${user.id}/${user.avatar}.png?size=80`
  return `/cdn/embed/avatars/${(BigInt(user.id) >> 22n) % 6n}.png`
}

/** A picture of this sandbox's own CDN, by path; every other address stays unloaded. */
export function ownPicture(address: string, origin: string): string | undefined {
  const url = URL.parse(address, origin)
  if (!url?.pathname.startsWith('/cdn/')) return undefined
  const local = url.origin === origin || ['localhost', '127.0.0.1'].includes(url.hostname)
  return local ? `${url.pathname}${url.search}` : undefined
}

/** What ids in messages stand for, seen from one server. */
export function lookupIn(live: LiveState, guildId: string | undefined, origin: string): Lookup {
  const guild = guildId === undefined ? undefined : live.guilds[guildId]
  return {
    user: id => {
      const name = displayName(live, guild, id)
      if (name === undefined) return undefined
      const colour = colourOf(guild, id)
      return colour === undefined ? { name } : { name, colour }
    },
    role: id => {
      const role = guild?.roles[id] ?? listOf(live.guilds).find(each => each.roles[id])?.roles[id]
      return role && { name: role.name, ...(role.color !== 0 && { colour: hexColour(role.color) }) }
    },
    channel: id => {
      const channel = live.channels[id]
      return channel && { name: channelName(channel), kind: kindOf(channel) }
    },
    image: address => ownPicture(address, origin),
    avatar: user => avatarOf(user, guild),
    emoji: id => `/cdn/emojis/${id}.png`,
    unicodeEmoji: name => `/cdn/unicode-emoji/${name}.svg`,
    sticker: id => `/cdn/stickers/${id}.png`,
    now: () => Date.now(),
  }
}
