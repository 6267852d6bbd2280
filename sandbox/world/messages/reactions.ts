import { type APIUser, GatewayDispatchEvents, ReactionType } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { DiscordError, missingPermissions } from '../errors.ts'
import { userOf } from '../lookup.ts'
import { markActive } from '../members/activity.ts'
import { has, permission } from '../permissions.ts'
import type { ChannelState } from '../state.ts'
import { customEmoji } from '../expressions/custom-emoji.ts'
import { burstColors, reactionEmoji } from './reaction-counts.ts'
import { requireRights, rightsIn } from './rights.ts'
import { listeners, messageOf } from './store.ts'

const maxDistinct = 20

/** For an unknown emoji, reactions get 400, whereas the emoji routes get 404. */
const unknownEmoji = () => new DiscordError(400, 10_014, 'Unknown Emoji')

/** A Unicode emoji, or 'name:id' of a custom one. @throws DiscordError 10014 */
function reactionKey(sandbox: Sandbox, emoji: string): string {
  const id = /^(?:a:)?[^:]+:(\d+)$/.exec(emoji)?.[1] ?? (/^\d{15,}$/.test(emoji) ? emoji : undefined)
  if (id === undefined) {
    if (!/\p{Extended_Pictographic}|\p{Regional_Indicator}|\u{20E3}/u.test(emoji)) throw unknownEmoji()
    return emoji
  }
  const known = customEmoji(sandbox.world, id)
  if (!known) throw unknownEmoji()
  return `${known.name}:${id}`
}

/** The users who reacted with an emoji in this way, normal or super; users of both are in both lists. */
function usersOf(sandbox: Sandbox, messageId: string, key: string, type: ReactionType): Set<string> {
  const { reactions, superReactions } = sandbox.world
  const of = type === ReactionType.Burst ? superReactions : reactions
  return of.get(messageId)?.get(key) ?? new Set()
}

const typed = (type: ReactionType) => ({ burst: type === ReactionType.Burst, type })

/**
 * Adds one's reaction, or super reaction. The first of its kind needs ADD_REACTIONS.
 * @throws DiscordError 10008, 10014, 50013, 30010 for the 21st kind
 */
export function react(
  sandbox: Sandbox,
  actorId: string,
  channelId: string,
  messageId: string,
  emoji: string,
  type = ReactionType.Normal,
): void {
  const state = requireRights(sandbox, actorId, channelId, permission.ReadMessageHistory)
  const message = messageOf(state, messageId)
  const key = reactionKey(sandbox, emoji)
  const kinds = sandbox.world.reactions.get(messageId) ?? new Map<string, Set<string>>()
  const users = usersOf(sandbox, messageId, key, type)
  if (users.has(actorId)) return
  if (!kinds.has(key) && !has(rightsIn(sandbox, actorId, state), permission.AddReactions)) throw missingPermissions()
  if (!kinds.has(key) && kinds.size >= maxDistinct)
    throw new DiscordError(400, 30_010, `Maximum number of reactions reached (${maxDistinct})`)
  users.add(actorId)
  if (type === ReactionType.Burst) {
    const bursts = sandbox.world.superReactions.get(messageId) ?? new Map<string, Set<string>>()
    sandbox.world.superReactions.set(messageId, bursts.set(key, users))
    sandbox.world.reactions.set(messageId, kinds.set(key, kinds.get(key) ?? new Set()))
  } else sandbox.world.reactions.set(messageId, kinds.set(key, users))
  markActive(sandbox, actorId)
  const member = state.guildId === undefined ? undefined : sandbox.world.guilds.get(state.guildId)?.members.get(actorId)
  tell(sandbox, state, GatewayDispatchEvents.MessageReactionAdd, messageId, {
    user_id: actorId,
    emoji: reactionEmoji(sandbox, key),
    ...typed(type),
    ...(type === ReactionType.Burst && { burst_colors: burstColors }),
    ...(message.webhook_id === undefined && { message_author_id: message.author.id }),
    ...(member && { member: { ...member, user: userOf(sandbox.world, actorId) } }),
  })
}

/** One's own, or with MANAGE_MESSAGES anyone's, of both types. @throws DiscordError 10008, 10014, 50013 */
export function unreact(
  sandbox: Sandbox,
  actorId: string,
  channelId: string,
  messageId: string,
  emoji: string,
  userId = actorId,
): void {
  const wanted = userId === actorId ? 0n : permission.ManageMessages
  const state = requireRights(sandbox, actorId, channelId, wanted)
  messageOf(state, messageId)
  const key = reactionKey(sandbox, emoji)
  const types = [ReactionType.Normal, ReactionType.Burst]
  const removed = types.filter(type => usersOf(sandbox, messageId, key, type).delete(userId))
  if (types.every(type => usersOf(sandbox, messageId, key, type).size === 0)) forget(sandbox, messageId, key)
  for (const type of removed)
    tell(sandbox, state, GatewayDispatchEvents.MessageReactionRemove, messageId, {
      user_id: userId,
      emoji: reactionEmoji(sandbox, key),
      ...typed(type),
    })
}

function forget({ world }: Sandbox, messageId: string, key: string): void {
  world.reactions.get(messageId)?.delete(key)
  world.superReactions.get(messageId)?.delete(key)
}

/** Removes all reactions with one emoji, or all. Needs MANAGE_MESSAGES. @throws DiscordError 10008, 10014, 50013 */
export function clearReactions(
  sandbox: Sandbox,
  actorId: string,
  channelId: string,
  messageId: string,
  emoji?: string,
): void {
  const state = requireRights(sandbox, actorId, channelId, permission.ManageMessages)
  messageOf(state, messageId)
  if (emoji === undefined) {
    sandbox.world.reactions.delete(messageId)
    sandbox.world.superReactions.delete(messageId)
    tell(sandbox, state, GatewayDispatchEvents.MessageReactionRemoveAll, messageId, {})
    return
  }
  const key = reactionKey(sandbox, emoji)
  forget(sandbox, messageId, key)
  const data = { emoji: reactionEmoji(sandbox, key) }
  tell(sandbox, state, GatewayDispatchEvents.MessageReactionRemoveEmoji, messageId, data)
}

/** The users who reacted with one type of reaction, by ascending id, as Discord lists them. */
export function reactedBy(
  sandbox: Sandbox,
  viewerId: string,
  channelId: string,
  messageId: string,
  emoji: string,
  page: { after?: string | undefined; limit: number; type?: ReactionType },
): APIUser[] {
  const state = requireRights(sandbox, viewerId, channelId, permission.ReadMessageHistory)
  messageOf(state, messageId)
  const users = usersOf(sandbox, messageId, reactionKey(sandbox, emoji), page.type ?? ReactionType.Normal)
  return [...users]
    .filter(id => page.after === undefined || BigInt(id) > BigInt(page.after))
    .sort((left, right) => (BigInt(left) < BigInt(right) ? -1 : 1))
    .slice(0, page.limit)
    .map(id => userOf(sandbox.world, id))
}

function tell(
  sandbox: Sandbox,
  state: ChannelState,
  type: GatewayDispatchEvents,
  messageId: string,
  data: Record<string, unknown>,
): void {
  const where = { channel_id: state.channel.id, message_id: messageId }
  const guild = state.guildId === undefined ? {} : { guild_id: state.guildId }
  sandbox.emit({ type, data: { ...where, ...guild, ...data }, audience: listeners(state) })
}
