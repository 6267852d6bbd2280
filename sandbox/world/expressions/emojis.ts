import { type APIEmoji, AuditLogEvent, GatewayDispatchEvents } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { audit, changesBetween } from '../audit.ts'
import { emitToGuild } from '../emit.ts'
import { DiscordError, unknown } from '../errors.ts'
import { image, tooMany } from '../fields.ts'
import { optional, parseForm, snowflake } from '../form.ts'
import { type Actor, requireMember } from '../guard.ts'
import { userOf } from '../lookup.ts'
import type { GuildState } from '../state.ts'
import { dropFile, keepFile, type UploadedData } from '../uploads.ts'
import { requireKeeper, requireMaker, shownTo, slotsOf, withoutMaker } from './rights.ts'

/** Of each kind, still and moving. */
const slots = [50, 100, 150, 250] as const

/** Bytes. Discord's answer to more has no code of its own. Source: its documentation, "Emoji Resource". */
const largest = 256 * 1024

export const emojiName = z.string().regex(/^\w{2,32}$/)
const createForm = z.object({ name: emojiName, image: image.unwrap(), roles: optional(z.array(snowflake)) })
const editForm = z.object({ name: optional(emojiName), roles: z.array(snowflake).nullish() })

/** @throws DiscordError 400 when the picture is too large */
export function requireEmojiSize({ data }: UploadedData): void {
  if (data.length > largest) throw new DiscordError(400, 0, 'File cannot be larger than 256.0 kb.')
}

/** @throws DiscordError 50001 */
export const listEmojis = (sandbox: Sandbox, viewerId: string, guildId: string) =>
  [...requireMember(sandbox, viewerId, guildId).emojis.values()].map(emoji =>
    shownTo(sandbox, viewerId, guildId, emoji),
  )

/** @throws DiscordError 10014, 50001 */
export const showEmoji = (sandbox: Sandbox, viewerId: string, guildId: string, emojiId: string) =>
  shownTo(sandbox, viewerId, guildId, emojiIn(requireMember(sandbox, viewerId, guildId), emojiId))

function emojiIn(state: GuildState, emojiId: string): APIEmoji {
  const emoji = state.emojis.get(emojiId)
  if (!emoji) throw unknown.emoji()
  return emoji
}

/**
 * Making one needs CREATE_GUILD_EXPRESSIONS. @throws DiscordError 50013, 50035, 30008 or 30018 when the guild is full
 */
export function createEmoji(sandbox: Sandbox, actor: Actor, guildId: string, body: unknown): APIEmoji {
  const state = requireMaker(sandbox, actor.userId, guildId)
  const draft = parseForm(createForm, body)
  requireEmojiSize(draft.image)
  const animated = draft.image.contentType === 'image/gif'
  const limit = slotsOf(state, slots)
  if ([...state.emojis.values()].filter(one => one.animated === animated).length >= limit)
    throw animated ? tooMany(30_018, 'animated emojis', limit) : tooMany(30_008, 'emojis', limit)
  const emoji = {
    id: sandbox.nextId(),
    name: draft.name,
    roles: draft.roles ?? [],
    user: userOf(sandbox.world, actor.userId),
    require_colons: true,
    managed: false,
    animated,
    available: true,
  }
  keepFile(sandbox, emoji.id, draft.image)
  state.emojis.set(emoji.id, emoji)
  announce(sandbox, state)
  record(sandbox, actor, guildId, emoji, AuditLogEvent.EmojiCreate, changesBetween({}, emoji, ['name']))
  return emoji
}

/**
 * One's own needs CREATE_GUILD_EXPRESSIONS, others' MANAGE_GUILD_EXPRESSIONS. A change of its roles is not logged.
 * @throws DiscordError 10014, 50013, 50035
 */
export function editEmoji(sandbox: Sandbox, actor: Actor, guildId: string, emojiId: string, body: unknown): APIEmoji {
  const { state, emoji } = requireManaged(sandbox, actor, guildId, emojiId)
  const change = parseForm(editForm, body)
  const before = { ...emoji }
  if (change.name !== undefined) emoji.name = change.name
  if (change.roles !== undefined) emoji.roles = change.roles ?? []
  announce(sandbox, state)
  record(sandbox, actor, guildId, emoji, AuditLogEvent.EmojiUpdate, changesBetween(before, emoji, ['name']))
  return emoji
}

/** @throws DiscordError 10014, 50013 */
export function deleteEmoji(sandbox: Sandbox, actor: Actor, guildId: string, emojiId: string): void {
  const { state, emoji } = requireManaged(sandbox, actor, guildId, emojiId)
  state.emojis.delete(emojiId)
  dropFile(sandbox, emojiId)
  announce(sandbox, state)
  record(sandbox, actor, guildId, emoji, AuditLogEvent.EmojiDelete, changesBetween(emoji, {}, ['name']))
}

function requireManaged(sandbox: Sandbox, actor: Actor, guildId: string, emojiId: string) {
  const state = requireMember(sandbox, actor.userId, guildId)
  const emoji = emojiIn(state, emojiId)
  requireKeeper(sandbox, actor.userId, guildId, emoji.user)
  return { state, emoji }
}

/** The whole list every time, as Discord sends it. */
function announce(sandbox: Sandbox, { guild, emojis }: GuildState): void {
  const data = { guild_id: guild.id, emojis: [...emojis.values()].map(emoji => withoutMaker(emoji)) }
  emitToGuild(sandbox, guild.id, GatewayDispatchEvents.GuildEmojisUpdate, data)
}

function record(
  sandbox: Sandbox,
  actor: Actor,
  guildId: string,
  emoji: APIEmoji,
  type: AuditLogEvent,
  changes: ReturnType<typeof changesBetween>,
): void {
  audit(sandbox, actor, { guildId, type, targetId: emoji.id, changes })
}
