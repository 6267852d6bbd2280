import { type APISoundboardSound, AuditLogEvent, GatewayDispatchEvents, GuildFeature } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { audit, changesBetween } from '../audit.ts'
import { emitToGuild } from '../emit.ts'
import { DiscordError, unknown } from '../errors.ts'
import { tooMany } from '../fields.ts'
import { parseForm, snowflake, text } from '../form.ts'
import { type Actor, requireMember } from '../guard.ts'
import { userOf } from '../lookup.ts'
import type { GuildState } from '../state.ts'
import { dataUri, dropFile, keepFile, type UploadedData } from '../uploads.ts'
import { requireKeeper, requireMaker, shownTo, slotsOf, withoutMaker } from './rights.ts'
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

/** @throws DiscordError 50001 */
export const listSounds = (sandbox: Sandbox, viewerId: string, guildId: string) =>
  [...requireMember(sandbox, viewerId, guildId).soundboardSounds.values()].map(one =>
    shownTo(sandbox, viewerId, guildId, one),
  )

/** @throws DiscordError 10097, 50001 */
export const showSound = (sandbox: Sandbox, viewerId: string, guildId: string, soundId: string) =>
  shownTo(sandbox, viewerId, guildId, soundIn(requireMember(sandbox, viewerId, guildId), soundId))

function soundIn(state: GuildState, soundId: string): APISoundboardSound {
  const sound = state.soundboardSounds.get(soundId)
  if (!sound) throw unknown.sound()
  return sound
}

/** @throws DiscordError 50013, 50035, 50045, 50124, 50192, 30045 when the guild is full */
export function createSound(sandbox: Sandbox, actor: Actor, guildId: string, body: unknown): APISoundboardSound {
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
  keepFile(sandbox, sound.sound_id, file)
  state.soundboardSounds.set(sound.sound_id, sound)
  emitToGuild(sandbox, guildId, GatewayDispatchEvents.GuildSoundboardSoundCreate, withoutMaker(sound))
  record(sandbox, actor, guildId, AuditLogEvent.SoundboardSoundCreate, {}, sound)
  return sound
}

/** Its file stays. @throws DiscordError 10097, 50001, 50013, 50035 */
export function editSound(sandbox: Sandbox, actor: Actor, guildId: string, soundId: string, body: unknown) {
  const { state, sound } = requireManaged(sandbox, actor, guildId, soundId)
  const change = parseForm(editForm, body)
  const names = change.emoji_id !== undefined || change.emoji_name !== undefined
  const after: APISoundboardSound = {
    ...sound,
    ...(change.name !== undefined && { name: change.name }),
    ...(change.volume !== undefined && { volume: change.volume ?? 1 }),
    ...(names && emojiOf(change)),
  }
  state.soundboardSounds.set(soundId, after)
  emitToGuild(sandbox, guildId, GatewayDispatchEvents.GuildSoundboardSoundUpdate, withoutMaker(after))
  record(sandbox, actor, guildId, AuditLogEvent.SoundboardSoundUpdate, sound, after)
  return after
}

/** @throws DiscordError 10097, 50001, 50013 */
export function deleteSound(sandbox: Sandbox, actor: Actor, guildId: string, soundId: string): void {
  const { state, sound } = requireManaged(sandbox, actor, guildId, soundId)
  state.soundboardSounds.delete(soundId)
  dropFile(sandbox, soundId)
  const gone = { sound_id: soundId, guild_id: guildId }
  emitToGuild(sandbox, guildId, GatewayDispatchEvents.GuildSoundboardSoundDelete, gone)
  record(sandbox, actor, guildId, AuditLogEvent.SoundboardSoundDelete, sound, {})
}

function requireManaged(sandbox: Sandbox, actor: Actor, guildId: string, soundId: string) {
  const state = requireMember(sandbox, actor.userId, guildId)
  const sound = soundIn(state, soundId)
  requireKeeper(sandbox, actor.userId, guildId, sound.user)
  return { state, sound }
}

/** One of Discord's or one of a guild's, never both. */
const emojiOf = ({ emoji_id = null, emoji_name = null }: Pick<z.output<typeof editForm>, 'emoji_id' | 'emoji_name'>) =>
  emoji_id === null ? { emoji_id: null, emoji_name } : { emoji_id, emoji_name: null }

function requireSoundFile(file: UploadedData): void {
  if (file.data.length > largest) throw new DiscordError(400, 50_045, 'File uploaded exceeds the maximum size')
  const seconds = secondsOf(file)
  if (seconds === undefined) throw new DiscordError(400, 50_192, 'The provided file does not have a valid duration.')
  if (seconds > longest)
    throw new DiscordError(400, 50_124, `The provided file duration exceeds maximum of ${longest} seconds`)
}

const logged = ['name', 'volume', 'emoji_id', 'emoji_name', 'guild_id'] as const

function record(
  sandbox: Sandbox,
  actor: Actor,
  guildId: string,
  type: AuditLogEvent,
  before: Partial<APISoundboardSound>,
  after: Partial<APISoundboardSound>,
): void {
  const maker = ({ user }: Partial<APISoundboardSound>) => ({ user_id: user?.id })
  const changes = [
    ...changesBetween(before, after, logged),
    ...changesBetween<{ user_id?: string | undefined }>(maker(before), maker(after), ['user_id']),
  ]
  audit(sandbox, actor, { guildId, type, targetId: before.sound_id ?? after.sound_id ?? null, changes })
}
