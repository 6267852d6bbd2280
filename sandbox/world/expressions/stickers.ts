import {
  type APISticker,
  AuditLogEvent,
  GatewayDispatchEvents,
  GuildFeature,
  StickerFormatType,
  StickerType,
} from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { audit, changesBetween } from '../audit.ts'
import { emitToGuild } from '../emit.ts'
import { DiscordError, invalidForm, unknown } from '../errors.ts'
import { tooMany } from '../fields.ts'
import { parseForm, refusal, text } from '../form.ts'
import { type Actor, requireMember } from '../guard.ts'
import { userOf } from '../lookup.ts'
import type { GuildState } from '../state.ts'
import { dropFile, keepFile } from '../uploads.ts'
import { requireKeeper, requireMaker, shownTo, slotsOf, withoutMaker } from './rights.ts'
import { readStickerFile } from './sticker-file.ts'

const slots = [5, 15, 30, 60] as const

/** Source: Discord's documentation, "Sticker Resource": a description is empty or of two characters at least. */
const description = text(100)
  .refine(words => words.length !== 1, refusal('BASE_TYPE_MIN_LENGTH', 'Must be 2 or more in length.'))
  .nullish()
const createForm = z.object({ name: text(30, 2), tags: text(200, 1), description })
const editForm = createForm.partial()

/** As multipart brings it. */
interface StickerUpload {
  field: string
  contentType: string
  data: Buffer
}

/** @throws DiscordError 50001 */
export const listStickers = (sandbox: Sandbox, viewerId: string, guildId: string) =>
  [...requireMember(sandbox, viewerId, guildId).stickers.values()].map(one => shownTo(sandbox, viewerId, guildId, one))

/** @throws DiscordError 10060, 50001 */
export const showSticker = (sandbox: Sandbox, viewerId: string, guildId: string, stickerId: string) =>
  shownTo(sandbox, viewerId, guildId, stickerIn(requireMember(sandbox, viewerId, guildId), stickerId))

/** A sticker of any guild, for whoever has its id. @throws DiscordError 10060 */
export function anySticker({ world }: Sandbox, stickerId: string) {
  for (const { stickers } of world.guilds.values()) {
    const sticker = stickers.get(stickerId)
    if (sticker) return withoutMaker(sticker)
  }
  throw unknown.sticker()
}

function stickerIn(state: GuildState, stickerId: string): APISticker {
  const sticker = state.stickers.get(stickerId)
  if (!sticker) throw unknown.sticker()
  return sticker
}

/**
 * The body is multipart, with the picture as `file`.
 * @throws DiscordError 50013, 50035, 30039 when the guild is full, 50045, 50046 or 170001 to 170007 for a file that it does not take
 */
export function createSticker(
  sandbox: Sandbox,
  actor: Actor,
  guildId: string,
  body: unknown,
  files: readonly StickerUpload[],
): APISticker {
  const state = requireMaker(sandbox, actor.userId, guildId)
  const draft = parseForm(createForm, body)
  const file = files.find(({ field }) => field === 'file')
  if (!file) throw invalidForm([{ path: 'file', code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }])
  const { format, contentType } = readStickerFile(file.data)
  const mayMoveByCode = [GuildFeature.Verified, GuildFeature.Partnered].some(one => state.guild.features.includes(one))
  if (format === StickerFormatType.Lottie && !mayMoveByCode)
    throw new DiscordError(400, 50_046, 'Invalid file uploaded')
  const limit = slotsOf(state, slots)
  if (state.stickers.size >= limit) throw tooMany(30_039, 'stickers', limit)
  const sticker: APISticker = {
    id: sandbox.nextId(),
    name: draft.name,
    tags: draft.tags,
    type: StickerType.Guild,
    format_type: format,
    description: draft.description ?? null,
    available: true,
    guild_id: guildId,
    user: userOf(sandbox.world, actor.userId),
  }
  keepFile(sandbox, sticker.id, { contentType, data: file.data })
  state.stickers.set(sticker.id, sticker)
  announce(sandbox, state)
  record(sandbox, actor, guildId, AuditLogEvent.StickerCreate, {}, sticker)
  return sticker
}

/** Its picture stays. @throws DiscordError 10060, 50001, 50013, 50035 */
export function editSticker(sandbox: Sandbox, actor: Actor, guildId: string, stickerId: string, body: unknown) {
  const { state, sticker } = requireManaged(sandbox, actor, guildId, stickerId)
  const { name, tags, description: words } = parseForm(editForm, body)
  const after = {
    ...sticker,
    ...(name !== undefined && { name }),
    ...(tags !== undefined && { tags }),
    ...(words !== undefined && { description: words || null }),
  }
  state.stickers.set(stickerId, after)
  announce(sandbox, state)
  record(sandbox, actor, guildId, AuditLogEvent.StickerUpdate, sticker, after)
  return after
}

/** @throws DiscordError 10060, 50001, 50013 */
export function deleteSticker(sandbox: Sandbox, actor: Actor, guildId: string, stickerId: string): void {
  const { state, sticker } = requireManaged(sandbox, actor, guildId, stickerId)
  state.stickers.delete(stickerId)
  dropFile(sandbox, stickerId)
  announce(sandbox, state)
  record(sandbox, actor, guildId, AuditLogEvent.StickerDelete, sticker, {})
}

function requireManaged(sandbox: Sandbox, actor: Actor, guildId: string, stickerId: string) {
  const state = requireMember(sandbox, actor.userId, guildId)
  const sticker = stickerIn(state, stickerId)
  requireKeeper(sandbox, actor.userId, guildId, sticker.user)
  return { state, sticker }
}

/** The whole list every time, as Discord sends it. */
function announce(sandbox: Sandbox, { guild, stickers }: GuildState): void {
  const data = { guild_id: guild.id, stickers: [...stickers.values()].map(sticker => withoutMaker(sticker)) }
  emitToGuild(sandbox, guild.id, GatewayDispatchEvents.GuildStickersUpdate, data)
}

const logged = ['name', 'tags', 'description', 'format_type', 'type', 'available', 'guild_id', 'id'] as const

function record(
  sandbox: Sandbox,
  actor: Actor,
  guildId: string,
  type: AuditLogEvent,
  before: Partial<APISticker>,
  after: Partial<APISticker>,
): void {
  const targetId = before.id ?? after.id ?? null
  audit(sandbox, actor, { guildId, type, targetId, changes: changesBetween(before, after, logged) })
}
