import { GatewayIntentBits as Intent } from 'discord-api-types/v10'
import type { Sandbox } from '../context.ts'
import { guildCreatePayload } from '../world/guild/view.ts'
import type { Session } from './session.ts'

/**
 * GUILD_CREATE as this session gets it. A bot without the presence intent gets no presences, and only itself and
 * members in voice channels in the member list. Source: Discord's documentation, "Guild Create".
 * @param online whether a bot is connected; people always count as online, as they do in the number that the world
 * reports
 */
export function guildCreate(
  sandbox: Sandbox,
  session: Session,
  guildId: string,
  online: (userId: string) => boolean,
): object {
  const state = sandbox.world.guilds.get(guildId)
  if (!state || state.unavailable) return { id: guildId, unavailable: true }
  const { userId, intents } = session
  const full = intents === undefined || (intents & Intent.GuildPresences) !== 0
  if (!full) return guildCreatePayload(sandbox, guildId, { members: 'self-and-voice', userId })
  const present = [...state.members.keys()].filter(id => !sandbox.world.accounts.get(id)?.bot || online(id))
  return {
    ...guildCreatePayload(sandbox, guildId, { members: 'all', userId }),
    presences: present.map(id => ({
      user: { id },
      status: 'online',
      activities: [],
      client_status: { web: 'online' },
    })),
  }
}
