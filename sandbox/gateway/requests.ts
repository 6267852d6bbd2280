import {
  GatewayDispatchEvents as Event,
  GatewayIntentBits as Intent,
  GatewayOpcodes as Op,
  type GatewayPresenceUpdateData,
  PresenceUpdateStatus,
} from 'discord-api-types/v10'
import { sounds } from '../world/expressions/sounds.ts'
import { recordedBot } from '../recording/act-log.ts'
import { guildOf } from '../world/lookup.ts'
import { channelInfo } from '../world/voice-rooms.ts'
import { connectVoice } from '../world/voice.ts'
import type { Dispatcher } from './dispatcher.ts'
import { sendMembers } from './members.ts'
import type { Session } from './session.ts'

type Data = Record<string, unknown>
type Handle = (dispatcher: Dispatcher, session: Session, data: Data) => void

/** Reads an id. Discord accepts ids as numbers, too. */
const idIn = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** The guild that a request names, if the client is in it. */
function guildIn(dispatcher: Dispatcher, session: Session, value: unknown): string | undefined {
  const guildId = idIn(value)
  return guildId !== undefined && dispatcher.sandbox.world.guilds.get(guildId)?.members.has(session.userId)
    ? guildId
    : undefined
}

const statuses = new Set<unknown>(Object.values(PresenceUpdateStatus))

/**
 * Handlers for the requests of an identified client, by opcode. Source: Discord's documentation, "Gateway Events", send
 * events.
 */
const requests: Partial<Record<number, Handle>> = {
  [Op.PresenceUpdate](dispatcher, session, data) {
    if (!statuses.has(data['status']))
      dispatcher.violate('PRESENCE_UPDATE', `unknown status ${JSON.stringify(data['status'])}`)
    session.presence = data as unknown as GatewayPresenceUpdateData
    dispatcher.announce(session)
  },
  [Op.VoiceStateUpdate](dispatcher, session, data) {
    const { sandbox } = dispatcher
    const guildId = guildIn(dispatcher, session, data['guild_id'])
    if (guildId === undefined) return
    const { voiceStates } = guildOf(sandbox.world, guildId)
    const wasConnected = voiceStates.has(session.userId)
    connectVoice(sandbox, session.userId, guildId, {
      channelId: idIn(data['channel_id']) ?? null,
      selfMute: data['self_mute'] === true,
      selfDeaf: data['self_deaf'] === true,
    })
    if (!wasConnected && voiceStates.has(session.userId))
      dispatcher.tell(session, Event.VoiceServerUpdate, {
        token: Math.floor(sandbox.random() * 2 ** 52)
          .toString(16)
          .padStart(16, '0'),
        guild_id: guildId,
        endpoint: sandbox.conditions.voiceEndpoint,
      })
  },
  [Op.RequestGuildMembers](dispatcher, session, data) {
    const guildId = guildIn(dispatcher, session, data['guild_id'])
    if (guildId === undefined) return
    if (typeof data['query'] !== 'string' && data['user_ids'] === undefined)
      return dispatcher.violate('REQUEST_GUILD_MEMBERS', 'one of query and user_ids is required')
    const everybody = data['query'] === '' && (data['limit'] ?? 0) === 0
    if (everybody && session.intents !== undefined && (session.intents & Intent.GuildMembers) === 0)
      return dispatcher.violate('REQUEST_GUILD_MEMBERS', 'the whole list needs the GUILD_MEMBERS intent')
    sendMembers(dispatcher, session, guildId, data, everybody)
  },
  [Op.RequestSoundboardSounds](dispatcher, session, data) {
    const ids = Array.isArray(data['guild_ids']) ? data['guild_ids'] : []
    for (const id of ids) {
      const guildId = guildIn(dispatcher, session, id)
      if (guildId === undefined) continue
      const soundboard_sounds = sounds.list(dispatcher.sandbox, session.userId, guildId)
      dispatcher.tell(session, 'SOUNDBOARD_SOUNDS', { guild_id: guildId, soundboard_sounds })
    }
  },
  43(dispatcher, session, data) {
    const guildId = guildIn(dispatcher, session, data['guild_id'])
    const state = guildId === undefined ? undefined : dispatcher.sandbox.world.guilds.get(guildId)
    if (!state) return
    const fields = Array.isArray(data['fields']) ? data['fields'] : []
    const channels = channelInfo(dispatcher.sandbox, session.userId, state, fields)
    dispatcher.tell(session, 'CHANNEL_INFO', { guild_id: guildId, channels })
  },
}

/** Requests that change something for others and therefore belong in a recording. */
const recorded = new Set<number>([Op.VoiceStateUpdate])

/** Handles a client's request. @returns false for an unknown opcode */
export function handleRequest(dispatcher: Dispatcher, session: Session, op: number, data: Data): boolean {
  const handle = requests[op]
  if (!handle) return false
  const { sandbox, tape } = dispatcher
  const { userId } = session
  const by = userId === recordedBot(sandbox.world) ? 'bot' : 'others'
  if (!recorded.has(op)) handle(dispatcher, session, data)
  else
    tape.within(
      tape.begin({ by, via: 'gateway', userId, method: String(op), path: '', body: JSON.stringify(data) }),
      () => handle(dispatcher, session, data),
    )
  return true
}
