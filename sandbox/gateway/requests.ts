import {
  GatewayIntentBits as Intent,
  GatewayOpcodes as Op,
  type GatewayPresenceUpdateData,
} from 'discord-api-types/v10'
import { listSounds } from '../world/expressions/sounds.ts'
import { recordedBot } from '../recording/tape.ts'
import { connectVoice } from '../world/voice.ts'
import type { Dispatcher } from './dispatcher.ts'
import { sendMembers } from './members.ts'
import type { Session } from './session.ts'

type Data = Record<string, unknown>
type Handle = (exchange: Dispatcher, session: Session, data: Data) => void

const mayAsk = (exchange: Dispatcher, session: Session, guildId: unknown): guildId is string =>
  typeof guildId === 'string' && (exchange.sandbox.world.guilds.get(guildId)?.members.has(session.userId) ?? false)

/** What an identified client may ask for, by opcode. Source: Discord's documentation, "Gateway Events", send events. */
const requests: Partial<Record<number, Handle>> = {
  [Op.PresenceUpdate](exchange, session, data) {
    session.presence = data as unknown as GatewayPresenceUpdateData
    exchange.announce(session)
  },
  [Op.VoiceStateUpdate]({ sandbox }, session, data) {
    const { guild_id: guildId, channel_id: channelId, self_mute: selfMute, self_deaf: selfDeaf } = data
    if (typeof guildId !== 'string' || !sandbox.world.guilds.get(guildId)?.members.has(session.userId)) return
    connectVoice(sandbox, session.userId, guildId, {
      channelId: typeof channelId === 'string' ? channelId : null,
      selfMute: selfMute === true,
      selfDeaf: selfDeaf === true,
    })
  },
  [Op.RequestGuildMembers](exchange, session, data) {
    if (!mayAsk(exchange, session, data['guild_id'])) return
    if (typeof data['query'] !== 'string' && data['user_ids'] === undefined)
      return exchange.violate('REQUEST_GUILD_MEMBERS', 'one of query and user_ids is required')
    const everybody = data['query'] === '' && (data['limit'] ?? 0) === 0
    if (everybody && session.intents !== undefined && (session.intents & Intent.GuildMembers) === 0)
      return exchange.violate('REQUEST_GUILD_MEMBERS', 'the whole list needs the GUILD_MEMBERS intent')
    sendMembers(exchange, session, data['guild_id'], data, everybody)
  },
  [Op.RequestSoundboardSounds](exchange, session, data) {
    const ids = Array.isArray(data['guild_ids']) ? data['guild_ids'] : []
    for (const id of ids)
      if (mayAsk(exchange, session, id))
        exchange.tell(session, 'SOUNDBOARD_SOUNDS', {
          guild_id: id,
          soundboard_sounds: listSounds(exchange.sandbox, session.userId, id),
        })
  },
  43(exchange, session, data) {
    if (mayAsk(exchange, session, data['guild_id']))
      exchange.tell(session, 'CHANNEL_INFO', { guild_id: data['guild_id'], channels: [] })
  },
}

/** What changes something for others, and so belongs into a recording. */
const recorded = new Set<number>([Op.VoiceStateUpdate])

/** Does what a client asked for. @returns false for an opcode that is not known here */
export function handleRequest(exchange: Dispatcher, session: Session, op: number, data: Data): boolean {
  const handle = requests[op]
  if (!handle) return false
  const { sandbox, tape } = exchange
  const { userId } = session
  const by = userId === recordedBot(sandbox.world) ? 'bot' : 'others'
  if (!recorded.has(op)) handle(exchange, session, data)
  else
    tape.during({ by, via: 'gateway', userId, method: String(op), path: '', body: JSON.stringify(data) }, () =>
      handle(exchange, session, data),
    )
  return true
}
