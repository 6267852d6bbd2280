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
import { changesBetween } from '../audit.ts'
import { emitToGuild } from '../emit.ts'
import { DiscordError, invalidForm, unknown } from '../errors.ts'
import { tooMany } from '../fields.ts'
import { parseForm, refusal, text } from '../form.ts'
import type { ActingUser } from '../guard.ts'
import { userOf } from '../lookup.ts'
import { expressionFamily } from './family.ts'
import { requireMaker, slotsOf, withoutMaker } from './rights.ts'
import { readStickerFile } from './sticker-file.ts'

const slots = [5, 15, 30, 60] as const

/** Source: Discord's documentation, "Sticker Resource": a description is empty or of two characters at least. */
const description = text(100)
  .refine(words => words.length !== 1, refusal('BASE_TYPE_MIN_LENGTH', 'Must be 2 or more in length.'))
  .nullish()
const createForm = z.object({ name: text(30, 2), tags: text(200, 1), description })
const editForm = createForm.partial()

/** The fields of a multipart upload. */
interface StickerUpload {
  field: string
  contentType: string
  data: Buffer
}

const logged = ['name', 'tags', 'description', 'format_type', 'type', 'available', 'guild_id', 'id'] as const

/** Clients get the whole list every time. */
export const stickers = expressionFamily<APISticker>({
  of: state => state.stickers,
  unknown: unknown.sticker,
  edited(before, body) {
    const { name = before.name, tags = before.tags, description: words } = parseForm(editForm, body)
    return { ...before, name, tags, ...(words !== undefined && { description: words || null }) }
  },
  announce(sandbox, { guild, stickers: all }) {
    const data = { guild_id: guild.id, stickers: [...all.values()].map(sticker => withoutMaker(sticker)) }
    emitToGuild(sandbox, guild.id, GatewayDispatchEvents.GuildStickersUpdate, data)
  },
  entries: {
    create: AuditLogEvent.StickerCreate,
    update: AuditLogEvent.StickerUpdate,
    delete: AuditLogEvent.StickerDelete,
  },
  changes: (before, after) => changesBetween<APISticker>(before, after, logged),
})

/** A sticker of any guild, for anybody who knows its id. @throws DiscordError 10060 */
export function anySticker({ world }: Sandbox, stickerId: string) {
  for (const state of world.guilds.values()) {
    const sticker = state.stickers.get(stickerId)
    if (sticker) return withoutMaker(sticker)
  }
  throw unknown.sticker()
}

/**
 * The body is multipart, with the picture as `file`.
 * @throws DiscordError 30039 when the guild is full, 50013, 50035; 50045, 50046 or 170001 to 170007 for a file that
 *   Discord does not take
 */
export function createSticker(
  sandbox: Sandbox,
  actor: ActingUser,
  guildId: string,
  body: unknown,
  files: readonly StickerUpload[],
): APISticker {
  const state = requireMaker(sandbox, actor.userId, guildId)
  const draft = parseForm(createForm, body)
  const file = files.find(({ field }) => field === 'file')
  if (!file) throw invalidForm([{ path: 'file', code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }])
  const { format, contentType } = readStickerFile(file.data)
  const mayUseLottie = [GuildFeature.Verified, GuildFeature.Partnered].some(one => state.guild.features.includes(one))
  if (format === StickerFormatType.Lottie && !mayUseLottie) throw new DiscordError(400, 50_046, 'Invalid file uploaded')
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
  return stickers.add(sandbox, actor, state, sticker.id, sticker, { contentType, data: file.data })
}
