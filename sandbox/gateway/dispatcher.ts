import {
  GatewayDispatchEvents as Event,
  GatewayIntentBits as Intent,
  PresenceUpdateStatus,
} from 'discord-api-types/v10'
import type { Sandbox } from '../context.ts'
import { recordedBot, type Tape } from '../recording/act-log.ts'
import type { Dispatch } from '../world/dispatch.ts'
import type { Application } from '../world/state.ts'
import { guildOfEvent, inAudience } from './audience.ts'
import { createEventOrder } from './event-order.ts'
import { guildCreate } from './guild-create.ts'
import { eventWithoutContent } from './message-content.ts'
import { intentsAllow } from './intents.ts'
import { guildIdsOf, readyPayload } from './ready.ts'
import { deliver, onShard, type Session } from './session.ts'
import type { Sessions } from './sessions.ts'
import { createChannelMasking } from './channel-masking.ts'

/** Delivers events to sessions. */
export interface Dispatcher {
  sandbox: Sandbox
  sessions: Sessions
  tape: Tape
  /** Sends an event of the world to every session that may see it. */
  emit(dispatch: Dispatch): void
  /** Sends an event to one session only, without any filter. */
  tell(session: Session, type: string, data: object): void
  /** Sends READY, then one GUILD_CREATE for each guild. */
  welcome(session: Session, application: Application | undefined): void
  resumed(session: Session): void
  /** Sends a bot's presence to everybody who shares a guild with it. */
  announce(session: Session): void
  /** Handles a closed connection. */
  left(session: Session): void
  violate(where: string, problem: string): void
}

const subject = (data: Record<string, unknown>) => (data['user'] as { id?: string } | undefined)?.id

export function createDispatcher(
  sandbox: Sandbox,
  sessions: Sessions,
  url: () => string,
  tape: Tape,
  violate: Dispatcher['violate'],
  check: (type: string, data: object) => void,
): Dispatcher {
  const inOrder = createEventOrder(sandbox)
  function send(session: Session, type: string, data: object, json: string) {
    if (session.kind === 'bot') check(type, data)
    if (session.userId === recordedBot(sandbox.world)) tape.sent(type, json)
    deliver(session, type, json)
  }
  const tell = (session: Session, type: string, data: object) => send(session, type, data, JSON.stringify(data))

  function mayHave(session: Session, dispatch: Dispatch): boolean {
    const guildId = guildOfEvent(dispatch)
    const placed = guildId === undefined ? session.shard[0] === 0 : onShard(guildId, session.shard)
    if (!placed) return false
    if (session.intents === undefined) return true
    const self = subject(dispatch.data) === session.userId
    return intentsAllow(session.intents, dispatch.type, { direct: dispatch.audience.direct ?? false, self })
  }

  const isOnline = (userId: string) => [...sessions.all()].some(session => session.userId === userId && session.wire)
  const masking = createChannelMasking(sandbox)
  const backfill = (session: Session, guildId: string) =>
    masking.guildCreate(session, guildId, guildCreate(sandbox, session, guildId, isOnline))

  function dataFor(session: Session, dispatch: Dispatch): object {
    const { type } = dispatch
    const data = masking.shown(session, dispatch)
    if (type === Event.GuildCreate) return backfill(session, String(data['id']))
    const blind = session.intents !== undefined && (session.intents & Intent.MessageContent) === 0
    return blind ? eventWithoutContent(type, data, session.userId) : data
  }

  function emit(dispatch: Dispatch) {
    // Serialized once for all sessions that get the same payload.
    let shared: string | undefined
    for (const session of sessions.all()) {
      if (mayHave(session, dispatch) && inAudience(sandbox, session.userId, dispatch)) {
        const data = dataFor(session, dispatch)
        const json = data === dispatch.data ? (shared ??= JSON.stringify(data)) : JSON.stringify(data)
        inOrder(session, dispatch.type, () => send(session, dispatch.type, data, json))
      }
      for (const { type, data } of masking.furtherEvents(session, dispatch)) tell(session, type, data)
    }
  }

  function announce({ kind, userId, presence, ...session }: Session) {
    if (kind === 'user') return
    const here = isOnline(userId)
    const status = here ? (presence?.status ?? PresenceUpdateStatus.Online) : PresenceUpdateStatus.Offline
    const activities = here ? (presence?.activities ?? []) : []
    for (const guildId of guildIdsOf(sandbox, { userId, shard: session.shard }))
      emit({
        type: Event.PresenceUpdate,
        data: { user: { id: userId }, guild_id: guildId, status, activities, client_status: {} },
        audience: { guildId },
      })
  }

  return {
    sandbox,
    sessions,
    tape,
    emit,
    tell,
    violate,
    welcome(session, application) {
      tell(session, Event.Ready, readyPayload(sandbox, session, application, url()))
      if (session.intents === undefined || (session.intents & Intent.Guilds) !== 0)
        for (const guildId of guildIdsOf(sandbox, session)) tell(session, Event.GuildCreate, backfill(session, guildId))
      announce(session)
    },
    resumed(session) {
      tell(session, Event.Resumed, { _trace: ['["sandbox",{"micros":0}]'] })
      announce(session)
    },
    announce,
    left(session) {
      session.wire = undefined
      announce(session)
    },
  }
}
