import { type Client, PermissionFlagsBits as P } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { latest } from '../journal/state-at.ts'
import { overwritesById } from '../recovery/overwrite-parts.ts'
import { bitsOf } from './danger.ts'
import { shareOf } from './membership.ts'

const channelOf = (client: Client, guildId: string, channelId: string) =>
  client.guilds.cache.get(guildId)?.channels.cache.get(channelId)

/** The category that a channel is in; null where it is in none, or not known. */
export const categoryOf = ({ client }: Pick<Services, 'client'>, guildId: string, channelId: string): string | null =>
  channelOf(client, guildId, channelId)?.parentId ?? null

/**
 * How many channels are in sync with a category, and follow what its permissions become.
 * Source: Discord's documentation, "Permission Syncing"
 */
export function followersOf({ client }: Pick<Services, 'client'>, guildId: string, categoryId: string): number {
  const category = channelOf(client, guildId, categoryId)
  if (!category || !('children' in category)) return 0
  return category.children.cache.filter(child => child.permissionsLocked === true).size
}

/** Whom a channel is shown to by permissions of its own; of one that the bot cannot see, as it last saw it. */
function viewersOf(services: Services, guildId: string, channelId: string): string[] {
  const channel = channelOf(services.client, guildId, channelId)
  if (!channel || !('permissionOverwrites' in channel)) return []
  if (!isHidden(channel))
    return [...channel.permissionOverwrites.cache.values()].flatMap(({ id, allow }) =>
      allow.has(P.ViewChannel) ? [id] : [],
    )
  const known = overwritesById(latest(services, guildId, 'channel', channelId)?.['permission_overwrites'])
  return [...known].flatMap(([id, { allow }]) => ((bitsOf(allow) & P.ViewChannel) === 0n ? [] : [id]))
}

/** How many of all members a channel is shown to by the permissions that some role has in it, from 0 to 1. */
export const shownTo = (services: Services, guildId: string, channelId: string): number =>
  Math.max(
    0,
    ...viewersOf(services, guildId, channelId)
      .filter(id => id !== guildId)
      .map(id => shareOf(services, guildId, id)),
  )
