import type {
  APIChannel,
  APIEmoji,
  APIGuildForumTag,
  APIGuildMember,
  APIMessage,
  APIOverwrite,
  APIRole,
  APIThreadMetadata,
  APIUser,
  APIVoiceState,
} from 'discord-api-types/v10'
import type { GatewayStatus } from './gateway.ts'

/** Everything one account sees, built from gateway events. Plain data, replaced and never changed in place. */
export interface LiveState {
  status: GatewayStatus
  me: APIUser | undefined
  /** Servers that READY named and that have not arrived yet. */
  awaited: readonly string[]
  guilds: Record<string, LiveGuild>
  /** Channels of guilds, threads and direct messages. */
  channels: Record<string, LiveChannel>
  users: Record<string, APIUser>
  history: Record<string, History>
  /**
   * By channel, the number of events about messages that are not in memory: a page that was being read at the time is
   * out of date.
   */
  unseen: Record<string, number>
  unread: Record<string, number>
  /** By channel and user, when the typing indicator ends (Unix ms). */
  typing: Record<string, Record<string, number>>
}

/**
 * A channel of any kind. Discord's type is a union of sixteen shapes; this page reads the few fields below from any of
 * them.
 */
export interface LiveChannel extends Pick<APIChannel, 'id' | 'type'> {
  guild_id?: string | undefined
  name?: string | null
  position?: number
  parent_id?: string | null
  topic?: string | null
  nsfw?: boolean
  rate_limit_per_user?: number
  permission_overwrites?: APIOverwrite[]
  thread_metadata?: APIThreadMetadata
  recipients?: APIUser[]
  owner_id?: string
  message_count?: number
  available_tags?: APIGuildForumTag[]
  applied_tags?: string[]
  last_message_id?: string | null
}

export interface LiveGuild {
  id: string
  name: string
  icon: string | null
  ownerId: string
  memberCount: number
  roles: Record<string, APIRole>
  members: Record<string, LiveMember>
  emojis: readonly APIEmoji[]
  voice: Record<string, APIVoiceState>
  presences: Record<string, string>
  /** Whether new members have to accept the rules first. */
  screened: boolean
  unavailable: boolean
}

type LiveMember = Omit<APIGuildMember, 'user'>

export interface History {
  /** Oldest first. */
  messages: readonly StageMessage[]
  /** The first message of the channel is among them. */
  complete: boolean
  loaded: boolean
}

/**
 * A message as this page keeps it: `removed` marks one that was deleted while it was on screen, `refused` says why one
 * of the account's own was never sent.
 */
export type StageMessage = APIMessage & { removed?: string; refused?: string }

export const empty: LiveState = {
  status: { state: 'connecting' },
  me: undefined,
  awaited: [],
  guilds: {},
  channels: {},
  users: {},
  history: {},
  unseen: {},
  unread: {},
  typing: {},
}

export const noHistory: History = { messages: [], complete: false, loaded: false }

/** Oldest first: ids are chronological. */
export const byId = (first: { id: string }, second: { id: string }) =>
  first.id.length - second.id.length || (first.id < second.id ? -1 : first.id > second.id ? 1 : 0)

export const listOf = <T>(record: Record<string, T>): T[] => Object.values(record)

export function without<T>(record: Record<string, T>, key: string): Record<string, T> {
  const { [key]: _gone, ...rest } = record
  return rest
}

/** How one kind of event changes the state. Each handler states the payload that Discord documents for its event. */
export type EventHandlers = Record<string, (live: LiveState, data: never) => LiveState>
