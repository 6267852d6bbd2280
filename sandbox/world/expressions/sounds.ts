import { type APISoundboardSound, AuditLogEvent, GatewayDispatchEvents, GuildFeature } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { changesBetween } from '../audit.ts'
import { emitToGuild } from '../emit.ts'
import { DiscordError, unknown } from '../errors.ts'
import { tooMany } from '../fields.ts'
import { parseForm, snowflake, text } from '../form.ts'
import type { ActingUser } from '../guard.ts'
import { userOf } from '../lookup.ts'
import { dataUri, type UploadedData } from '../uploads.ts'
import { expressionFamily } from './family.ts'
import { requireMaker, slotsOf, withoutMaker } from './rights.ts'
import { secondsOf } from './sound-length.ts'

/** Source: Discord's documentation, "Soundboard Resource"; bytes and seconds. */
const largest = 512 * 1000
const longest = 5.2
const slots = [8, 24, 36, 48] as const
const moreSlots = 96

const volume = z.number().min(0).max(1).nullish()
const editForm = z.object({
  name: text(32, 2).optional(),
  volume,
  emoji_id: snowflake.nullish(),
  emoji_name: text(32, 1).nullish(),
})
const createForm = editForm.extend({ name: text(32, 2), sound: dataUri('audio') })

/** One of Discord's or one of a guild's, never both. */
const emojiOf = ({ emoji_id = null, emoji_name = null }: Pick<z.output<typeof editForm>, 'emoji_id' | 'emoji_name'>) =>
  emoji_id === null ? { emoji_id: null, emoji_name } : { emoji_id, emoji_name: null }

const logged = ['name', 'volume', 'emoji_id', 'emoji_name', 'guild_id'] as const
const makerOf = ({ user }: Partial<APISoundboardSound>) => ({ user_id: user?.id })

/** Each change has an event of its own. */
export const sounds = expressionFamily<APISoundboardSound>({
  of: state => state.soundboardSounds,
  unknown: unknown.sound,
  edited(before, body) {
    const { name = before.name, volume: loudness, ...emoji } = parseForm(editForm, body)
    const names = emoji.emoji_id !== undefined || emoji.emoji_name !== undefined
    return {
      ...before,
      name,
      ...(loudness !== undefined && { volume: loudness ?? 1 }),
      ...(names && emojiOf(emoji)),
    }
  },
  announce(sandbox, { guild }, sound_id, before, after) {
    const tell = (type: GatewayDispatchEvents, data: object) => emitToGuild(sandbox, guild.id, type, data)
    if (!after) return tell(GatewayDispatchEvents.GuildSoundboardSoundDelete, { sound_id, guild_id: guild.id })
    const { GuildSoundboardSoundCreate: made, GuildSoundboardSoundUpdate: changed } = GatewayDispatchEvents
    tell(before ? changed : made, withoutMaker(after))
  },
  entries: {
    create: AuditLogEvent.SoundboardSoundCreate,
    update: AuditLogEvent.SoundboardSoundUpdate,
    delete: AuditLogEvent.SoundboardSoundDelete,
  },
  changes: (before, after) => [
    ...changesBetween<APISoundboardSound>(before, after, logged),
    ...changesBetween<{ user_id?: string | undefined }>(makerOf(before), makerOf(after), ['user_id']),
  ],
})

/** @throws DiscordError 50013, 50035, 50045, 50124, 50192, 30045 when the guild is full */
export function createSound(sandbox: Sandbox, actor: ActingUser, guildId: string, body: unknown): APISoundboardSound {
  const state = requireMaker(sandbox, actor.userId, guildId)
  const { sound: file, ...draft } = parseForm(createForm, body)
  requireSoundFile(file)
  const limit = state.guild.features.includes(GuildFeature.MoreSoundboard) ? moreSlots : slotsOf(state, slots)
  if (state.soundboardSounds.size >= limit) throw tooMany(30_045, 'soundboard sounds', limit)
  const sound: APISoundboardSound = {
    sound_id: sandbox.nextId(),
    name: draft.name,
    volume: draft.volume ?? 1,
    ...emojiOf(draft),
    guild_id: guildId,
    available: true,
    user: userOf(sandbox.world, actor.userId),
  }
  return sounds.add(sandbox, actor, state, sound.sound_id, sound, file)
}

function requireSoundFile(file: UploadedData): void {
  if (file.data.length > largest) throw new DiscordError(400, 50_045, 'File uploaded exceeds the maximum size')
  const seconds = secondsOf(file)
  if (seconds === undefined) throw new DiscordError(400, 50_192, 'The provided file does not have a valid duration.')
  if (seconds > longest)
    throw new DiscordError(400, 50_124, `The provided file duration exceeds maximum of ${longest} seconds`)
}
