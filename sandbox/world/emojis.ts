import { type APIEmoji, AuditLogEvent, GatewayDispatchEvents } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../context.ts'
import { audit, changesBetween } from './audit.ts'
import { missingPermissions, unknown } from './errors.ts'
import { image, tooMany } from './fields.ts'
import { optional, parseForm, snowflake } from './form.ts'
import { type Actor, guildPermissions, requireMember } from './guard.ts'
import { userOf } from './lookup.ts'
import { has, permission } from './permissions.ts'
import type { GuildState } from './state.ts'
import { emitToGuild } from './emit.ts'

/** Of each kind, still and moving, without boosts. */
const limit = 50

const emojiName = z.string().regex(/^\w{2,32}$/)
const createForm = z.object({ name: emojiName, image: image.unwrap(), roles: optional(z.array(snowflake)) })
const editForm = z.object({ name: optional(emojiName), roles: z.array(snowflake).nullish() })

/** @throws DiscordError 50001 */
export const listEmojis = (sandbox: Sandbox, viewerId: string, guildId: string): APIEmoji[] => [
  ...requireMember(sandbox, viewerId, guildId).emojis.values(),
]

/** @throws DiscordError 10014, 50001 */
export function emojiOf(sandbox: Sandbox, viewerId: string, guildId: string, emojiId: string): APIEmoji {
  const emoji = requireMember(sandbox, viewerId, guildId).emojis.get(emojiId)
  if (!emoji) throw unknown.emoji()
  return emoji
}

/**
 * Making one needs CREATE_GUILD_EXPRESSIONS. @throws DiscordError 50013, 50035, 30008 or 30018 when the guild is full
 */
export function createEmoji(sandbox: Sandbox, actor: Actor, guildId: string, body: unknown): APIEmoji {
  const state = requireMember(sandbox, actor.userId, guildId)
  if (!has(guildPermissions(sandbox, actor.userId, guildId), permission.CreateGuildExpressions))
    throw missingPermissions()
  const draft = parseForm(createForm, body)
  const animated = draft.image.startsWith('a_')
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
  state.emojis.set(emoji.id, emoji)
  announce(sandbox, state)
  record(sandbox, actor, guildId, emoji, AuditLogEvent.EmojiCreate, changesBetween({}, emoji, ['name']))
  return emoji
}

/**
 * One's own needs CREATE_GUILD_EXPRESSIONS, others' MANAGE_GUILD_EXPRESSIONS. @throws DiscordError 10014, 50013, 50035
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
  announce(sandbox, state)
  record(sandbox, actor, guildId, emoji, AuditLogEvent.EmojiDelete, changesBetween(emoji, {}, ['name']))
}

function requireManaged(sandbox: Sandbox, actor: Actor, guildId: string, emojiId: string) {
  const emoji = emojiOf(sandbox, actor.userId, guildId, emojiId)
  const granted = guildPermissions(sandbox, actor.userId, guildId)
  const isOwn = emoji.user?.id === actor.userId && has(granted, permission.CreateGuildExpressions)
  if (!isOwn && !has(granted, permission.ManageGuildExpressions)) throw missingPermissions()
  return { state: requireMember(sandbox, actor.userId, guildId), emoji }
}

/** The whole list every time, as Discord sends it. */
function announce(sandbox: Sandbox, { guild, emojis }: GuildState): void {
  const data = { guild_id: guild.id, emojis: [...emojis.values()] }
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
