import { type APIEmoji, AuditLogEvent, GatewayDispatchEvents } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { changesBetween } from '../audit.ts'
import { emitToGuild } from '../emit.ts'
import { DiscordError, unknown } from '../errors.ts'
import { image, tooMany } from '../fields.ts'
import { optional, parseForm, snowflake } from '../form.ts'
import type { ActingUser } from '../guard.ts'
import { userOf } from '../lookup.ts'
import type { UploadedData } from '../uploads.ts'
import { expressionFamily } from './family.ts'
import { requireMaker, slotsOf, withoutMaker } from './rights.ts'

/** The most emoji of each kind, still or animated, by boost level. */
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

/** A change of its roles is not logged; clients get the whole list every time. */
export const emojis = expressionFamily<APIEmoji>({
  of: state => state.emojis,
  unknown: unknown.emoji,
  edited(before, body) {
    const { name = before.name, roles = before.roles ?? [] } = parseForm(editForm, body)
    return { ...before, name, roles: roles ?? [] }
  },
  announce(sandbox, { guild, emojis: all }) {
    const data = { guild_id: guild.id, emojis: [...all.values()].map(emoji => withoutMaker(emoji)) }
    emitToGuild(sandbox, guild.id, GatewayDispatchEvents.GuildEmojisUpdate, data)
  },
  entries: { create: AuditLogEvent.EmojiCreate, update: AuditLogEvent.EmojiUpdate, delete: AuditLogEvent.EmojiDelete },
  changes: (before, after) => changesBetween<APIEmoji>(before, after, ['name']),
})

/**
 * Making one needs CREATE_GUILD_EXPRESSIONS. @throws DiscordError 50013, 50035, 30008 or 30018 when the guild is full
 */
export function createEmoji(sandbox: Sandbox, actor: ActingUser, guildId: string, body: unknown): APIEmoji {
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
  return emojis.add(sandbox, actor, state, emoji.id, emoji, draft.image)
}
