import type { APIEmoji, Guild, GuildMember } from 'discord.js'
import { snowflake } from '#contract'
import type { Services } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import type { EmojiKind } from '../emoji/contract.ts'
import { addingProblem, changingProblem, demandNone } from '../rights.ts'
import { freshEmoji } from './fresh-emoji.ts'
import { full, roomIn } from './refusals.ts'
import { addersOf, type EmojiOrder } from './rows.ts'

export const noSuchEmoji = () => new UserError('emojis.none', 'There is no such emoji in this server any more.', 404)

/** @throws UserError 404 */
export async function demandEmoji(
  services: Pick<Services, 'client'>,
  guildId: string,
  emojiId: string,
): Promise<APIEmoji> {
  // Anything but an id must not become part of the URL.
  const emoji = snowflake.safeParse(emojiId).success ? await freshEmoji(services, guildId, emojiId) : undefined
  if (!emoji) throw noSuchEmoji()
  return emoji
}

/** @throws UserError 403 if the member or the bot may not change it, 404 if it does not exist */
export async function demandChangeable(
  services: Services,
  guild: Guild,
  member: GuildMember,
  emojiId: string,
): Promise<APIEmoji> {
  const emoji = await demandEmoji(services, guild.id, emojiId)
  const byId = addersOf(services, guild.id).get(emojiId) ?? null
  demandNone(changingProblem(guild, member, { uploaderId: emoji.user?.id, byId }))
  if (emoji.managed) throw new UserError('emojis.managed', 'Another service manages this emoji. Change it there.', 409)
  return emoji
}

/** Checks for room before Discord does, to give a clear answer. @throws UserError 409 */
export function demandRoom(guild: Guild, kind: EmojiKind): void {
  const { used, most } = roomIn(guild, kind)
  if (used >= most) throw full(guild, kind)
}

/** @throws UserError 400 if one does not exist */
export function demandRoles(guild: Guild, roles: readonly string[] | undefined): void {
  if (roles?.every(id => guild.roles.cache.has(id)) ?? true) return
  const sentence = 'One of these roles is not in this server any more. Remove it.'
  throw new UserError('emojis.roles', sentence, 400, { roles: sentence })
}

/** Checks that somebody still has the right to their order. @throws UserError 403, 404 */
export async function demandRights(
  services: Services,
  guild: Guild,
  member: GuildMember,
  order: EmojiOrder,
): Promise<void> {
  if (order.kind === 'add' || order.kind === 'restore') demandNone(addingProblem(guild, member))
  // An order that was already attempted may have succeeded; its emoji may then be gone.
  else if (order.triedAt === null) await demandChangeable(services, guild, member, order.emojiId ?? '')
}
