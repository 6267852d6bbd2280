import { gone } from '#kit/deleted/template.ts'
import { type CategoryChannel, ChannelType, type Guild, type GuildMember } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { channelsOf } from '#kernel/discord/guild-shape.ts'
import type { Author, Context } from '#kernel/feature.ts'
import type tickets from '../contract.ts'

type Ctx = Context<typeof tickets>
export type CategoryType = 'open' | 'closed'

/**
 * The most channels a category can hold. Source: https://docs.discord.com/developers/resources/channel (50 per
 * category)
 */
export const mostInCategory = 50

export const categoryLists = {
  open: { list: 'openCategories', first: 'defaultOpen' },
  closed: { list: 'closedCategories', first: 'defaultClosed' },
} as const

const refused = (code: string, sentence: string, status = 400, key = 'categoryId') =>
  new UserError(`tickets.${code}`, sentence, status, { [key]: sentence })

const categoryType: number = ChannelType.GuildCategory

/** Returns the categories that both the bot and the viewer can see, in the server's order. */
const seenCategories = (guild: Guild, viewer: GuildMember) =>
  channelsOf(guild, viewer).filter(
    ({ type, callerCanView, hiddenFromBot }) => type === categoryType && callerCanView && !hiddenFromBot,
  )

function demandCategory(guild: Guild, viewer: GuildMember, id: string): void {
  if (!seenCategories(guild, viewer).some(category => category.id === id))
    throw refused(
      'no-category',
      'There is no such category in this server that you and I can see. Refresh the list and choose another.',
      404,
    )
}

async function newCategory(guild: Guild, name: string): Promise<CategoryChannel> {
  const me = guild.members.me
  if (!me?.permissions.has('ManageChannels'))
    throw refused(
      'cannot-create',
      'I need Manage Channels to make a category. Give it to my role and try again.',
      403,
      'categoryName',
    )
  return guild.channels.create({ name, type: ChannelType.GuildCategory, reason: 'Tickets: a category for tickets' })
}

/**
 * Adds a category to a list; the first of a list becomes its default.
 * @returns its id
 * @throws UserError if it is in the list already, is no category, or none is named
 */
export async function addCategory(
  ctx: Ctx & { member: GuildMember },
  { type, categoryId, categoryName }: { type: CategoryType; categoryId: string | null; categoryName: string | null },
  author: Author,
): Promise<string> {
  const { guild, member } = ctx
  if (!categoryId && !categoryName)
    throw refused('category-missing', 'Choose a category, or write a name for a new one.')
  const { list, first } = categoryLists[type]
  const demandNew = (id: string) => {
    if (ctx.own[list].includes(id))
      throw refused('category-listed', `This category is already in the list of ${type} tickets.`, 409)
  }
  if (categoryId) demandNew(categoryId)
  if (categoryId) demandCategory(guild, member, categoryId)
  const id = categoryId ?? (await newCategory(guild, categoryName ?? '')).id
  await ctx.change(own => {
    demandNew(id)
    return { [list]: [...own[list], id], [first]: own[first] ?? id }
  }, author)
  return id
}

/** Removes a category from a list. A removed default is replaced by the next one in the list. @throws UserError 404 */
export async function removeCategory(ctx: Ctx, type: CategoryType, id: string, author: Author): Promise<void> {
  const { list, first } = categoryLists[type]
  await ctx.change(own => {
    if (!own[list].includes(id)) throw refused('category-unlisted', 'That category is not in the list any more.', 404)
    const left = own[list].filter(one => one !== id)
    return { [list]: left, [first]: own[first] === id ? (left[0] ?? null) : own[first] }
  }, author)
}

/** Sets which category of a list is filled first. @throws UserError 404 if it is not in the list */
export async function setDefaultCategory(ctx: Ctx, type: CategoryType, id: string, author: Author): Promise<void> {
  const { list, first } = categoryLists[type]
  await ctx.change(own => {
    if (!own[list].includes(id)) throw refused('category-unlisted', 'Add the category to the list first.', 404)
    return { [first]: id }
  }, author)
}

/**
 * Returns a function that names listed categories, as far as the viewer may know their names, in the order of the ids.
 */
export function categoryNames(guild: Guild, viewer: GuildMember) {
  const names = new Map(seenCategories(guild, viewer).map(({ id, name }) => [id, name]))
  const unnamed = (id: string) => (guild.channels.cache.has(id) ? 'a hidden category' : gone.category)
  return (ids: readonly string[]) => ids.map(id => ({ id, name: names.get(id) ?? unnamed(id) }))
}

/** Returns how many channels a category holds, at most {@link mostInCategory}. */
export const usedIn = (guild: Guild, id: string): number =>
  guild.channels.cache.filter(channel => !channel.isThread() && channel.parentId === id).size

/** Returns all categories to choose from. */
export function categoriesOf(guild: Guild, viewer: GuildMember) {
  const used = new Map<string, number>()
  for (const channel of guild.channels.cache.values())
    if (!channel.isThread() && channel.parentId !== null)
      used.set(channel.parentId, (used.get(channel.parentId) ?? 0) + 1)
  return seenCategories(guild, viewer).map(({ id, name }) => ({ id, name, used: used.get(id) ?? 0 }))
}
