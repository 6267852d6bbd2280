import { GatewayIntentBits as Intent } from 'discord-api-types/v10'
import type { Sandbox } from '../context.ts'
import { isThread } from '../world/permissions.ts'
import type { Session } from './session.ts'

/**
 * GUILD_CREATE as this session gets it. A bot without the presence intent sees only itself and whoever is in voice among
 * the members. Source: Discord's documentation, "Guild Create".
 */
export function guildCreate(sandbox: Sandbox, session: Session, guildId: string): Record<string, unknown> {
  const state = sandbox.world.guilds.get(guildId)
  if (!state || state.unavailable) return { id: guildId, unavailable: true }
  const full = session.intents === undefined || (session.intents & Intent.GuildPresences) !== 0
  const channels = [...state.channelIds].flatMap(id => sandbox.world.channels.get(id)?.channel ?? [])
  return {
    ...state.guild,
    unavailable: false,
    member_count: state.members.size,
    large: false,
    joined_at: state.members.get(session.userId)?.joined_at,
    roles: [...state.roles.values()],
    emojis: [...state.emojis.values()],
    stickers: [...state.stickers.values()],
    channels: channels.filter(channel => !isThread(channel.type)),
    threads: channels.filter(channel => isThread(channel.type)),
    members: [...state.members].flatMap(([id, member]) =>
      full || id === session.userId || state.voiceStates.has(id)
        ? [{ ...member, user: sandbox.world.accounts.get(id)?.user }]
        : [],
    ),
    voice_states: [...state.voiceStates.values()],
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  }
}
