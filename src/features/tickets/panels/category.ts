import { ChannelType, DiscordAPIError, type Guild, RESTJSONErrorCodes as Code } from 'discord.js'
import type { Settings } from '#contract'
import { isHidden } from '#kit/hidden-channel.ts'
import type tickets from '../contract.ts'
import type { PanelDesign } from './contract.ts'
import { mostInCategory, usedIn } from '../settings/categories.ts'

/** Channels of a server, threads apart. Source: https://docs.discord.com/developers/resources/guild (error 30013) */
const mostInServer = 500

/** Where a panel's tickets go, in the order in which categories are filled: its own, then the server's. */
export const categoriesFor = (
  { defaultOpen, openCategories }: Pick<Settings<typeof tickets>, 'defaultOpen' | 'openCategories'>,
  { categories }: Pick<PanelDesign, 'categories'>,
): string[] => [...new Set([...categories, ...(defaultOpen === null ? [] : [defaultOpen]), ...openCategories])]

export const isFull = (guild: Guild, id: string): boolean => usedIn(guild, id) >= mostInCategory

export const serverIsFull = (guild: Guild): boolean =>
  guild.channels.cache.filter(channel => !channel.isThread()).size >= mostInServer

/** The first of these categories that is there and takes one more channel. @param without those that Discord has refused */
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
 * The category that a new ticket goes to.
 * @param without those that Discord has refused
 * @returns undefined where there is none
 */
export const categoryFor = (
  guild: Guild,
  own: Settings<typeof tickets>,
  design: Pick<PanelDesign, 'categories'>,
  without?: ReadonlySet<string>,
): string | undefined => firstWithRoom(guild, categoriesFor(own, design), without)

/** Whether it was the category that Discord refused, so that it works without or with another. */
export const isRefusedParent = (error: unknown): boolean =>
  error instanceof DiscordAPIError &&
  (error.code === Code.MissingPermissions ||
    error.code === Code.MissingAccess ||
    error.code === Code.UnknownChannel ||
    /parent_id|CHANNEL_PARENT/.test(JSON.stringify(error.rawError)))
