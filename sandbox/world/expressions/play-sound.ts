import { type APISoundboardSound, GatewayDispatchEvents } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { DiscordError, unknown } from '../errors.ts'
import { optional, parseForm, snowflake } from '../form.ts'
import { requirePermission } from '../guard.ts'
import { guildChannelOf } from '../lookup.ts'
import { permission } from '../permissions.ts'

/** Discord's own sounds, which every guild has. Their names and emoji are as clients show them. */
export const defaultSounds: readonly APISoundboardSound[] = [
  ['quack', '🦆'],
  ['airhorn', '🔊'],
  ['cricket', '🦗'],
  ['golf clap', '👏'],
  ['sad horn', '🎺'],
  ['ba dum tss', '🥁'],
].map(([name = '', emoji_name = null], place) => ({
  sound_id: String(place + 1),
  name,
  volume: 1,
  emoji_id: null,
  emoji_name,
  available: true,
}))

const playForm = z.object({ sound_id: snowflake, source_guild_id: optional(snowflake) })

/**
 * Plays a sound to everyone in a voice channel, which the actor is in. Nothing is logged.
 * @throws DiscordError 10003, 10097, 40032, 50001, 50013 without SPEAK and USE_SOUNDBOARD (and USE_EXTERNAL_SOUNDS for
 * another guild's), 50167 for someone who is muted, deafened or suppressed
 */
export function playSound(sandbox: Sandbox, actorId: string, channelId: string, body: unknown): void {
  const { guildId } = guildChannelOf(sandbox.world, channelId)
  const state = requirePermission(sandbox, actorId, guildId, permission.Speak | permission.UseSoundboard, channelId)
  const { sound_id, source_guild_id = guildId } = parseForm(playForm, body)
  const voice = state.voiceStates.get(actorId)
  if (voice?.channel_id !== channelId) throw new DiscordError(400, 40_032, 'Target user is not connected to voice.')
  if (voice.mute || voice.deaf || voice.self_deaf || voice.suppress)
    throw new DiscordError(400, 50_167, 'Cannot send voice effect when user is server muted, deafened, or suppressed')
  const own = defaultSounds.find(one => one.sound_id === sound_id)
  if (!own && source_guild_id !== guildId)
    requirePermission(sandbox, actorId, guildId, permission.UseExternalSounds, channelId)
  const sound = own ?? sandbox.world.guilds.get(source_guild_id)?.soundboardSounds.get(sound_id)
  if (!sound) throw unknown.sound()
  const inside = [...state.voiceStates.values()].filter(one => one.channel_id === channelId)
  sandbox.emit({
    type: GatewayDispatchEvents.VoiceChannelEffectSend,
    data: {
      channel_id: channelId,
      guild_id: guildId,
      user_id: actorId,
      emoji: sound.emoji_name || sound.emoji_id ? { id: sound.emoji_id, name: sound.emoji_name } : null,
      sound_id: own ? Number(sound_id) : sound_id,
      sound_volume: sound.volume,
    },
    audience: { userIds: inside.map(one => one.user_id) },
  })
}
