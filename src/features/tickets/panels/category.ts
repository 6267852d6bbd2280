import { ChannelType, DiscordAPIError, type Guild, RESTJSONErrorCodes as Code } from 'discord.js'
import type { Settings } from '#contract'
import { isHidden } from '#kit/hidden-channel.ts'
import type tickets from '../contract.ts'
import type { PanelDesign } from './contract.ts'
import { mostInCategory, usedIn } from '../settings/categories.ts'

/**
 * The most channels of a server, not counting threads. Source: https://docs.discord.com/developers/resources/guild
 * (error 30013)
 */
const mostInServer = 500

/**
 * Returns the categories for a panel's tickets in the order in which they are filled: the panel's, or else the
 * server's.
 */
export const categoriesFor = (
  { defaultOpen, openCategories }: Pick<Settings<typeof tickets>, 'defaultOpen' | 'openCategories'>,
  { categories }: Pick<PanelDesign, 'categories'>,
): string[] => [...new Set([...categories, ...(defaultOpen === null ? [] : [defaultOpen]), ...openCategories])]

export const isFull = (guild: Guild, id: string): boolean => usedIn(guild, id) >= mostInCategory

export const serverIsFull = (guild: Guild): boolean =>
  guild.channels.cache.filter(channel => !channel.isThread()).size >= mostInServer

/**
 * Returns the first existing category with room for another channel. @param without categories that Discord has refused
 */
export const firstWithRoom = (
  guild: Guild,
  ids: readonly string[],
  without: ReadonlySet<string> = new Set(),
): string | undefined =>
  ids.find(id => {
    const category = guild.channels.cache.get(id)
    if (category?.type !== ChannelType.GuildCategory || isHidden(category) || without.has(id)) return false
    return !isFull(guild, id)
  })

/**
 * Returns the category for a new ticket.
 * @param without categories that Discord has refused
 * @returns undefined if there is none
 */
export const categoryFor = (
  guild: Guild,
  own: Settings<typeof tickets>,
  design: Pick<PanelDesign, 'categories'>,
  without?: ReadonlySet<string>,
): string | undefined => firstWithRoom(guild, categoriesFor(own, design), without)

/** Whether Discord refused the category, so that it works without one or with another. */
export const isRefusedParent = (error: unknown): boolean =>
  error instanceof DiscordAPIError &&
  (error.code === Code.MissingPermissions ||
    error.code === Code.MissingAccess ||
    error.code === Code.UnknownChannel ||
    /parent_id|CHANNEL_PARENT/.test(JSON.stringify(error.rawError)))
