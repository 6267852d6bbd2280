import type { GatewayDispatchEvents } from 'discord-api-types/v10'

/**
 * One gateway event as the world emits it, before the gateway decides which sessions may see it.
 * The world emits in Discord's order; audit entries may be held back by `Conditions.auditLagMs`.
 */
export interface Dispatch {
  type: GatewayDispatchEvents | ClientEvent | ExceptionEvent | JoinRequestEvent
  data: Record<string, unknown>
  audience: Audience
}

/** Events that only people's clients get: the outcome of an interaction that they started. */
type ClientEvent =
  | 'INTERACTION_SUCCESS'
  | 'INTERACTION_FAILURE'
  | 'INTERACTION_MODAL_CREATE'
  | 'APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE'

/**
 * Events about single occurrences of a scheduled event. Clients and reports mention them; the documentation does not.
 */
export type ExceptionEvent =
  | 'GUILD_SCHEDULED_EVENT_EXCEPTION_CREATE'
  | 'GUILD_SCHEDULED_EVENT_EXCEPTION_DELETE'
  | 'GUILD_SCHEDULED_EVENT_EXCEPTIONS_DELETE'

/**
 * Events about people who apply to join. Reported in discord/discord-api-docs issue 8531; the documentation does not
 * have them.
 */
export type JoinRequestEvent = 'GUILD_JOIN_REQUEST_CREATE' | 'GUILD_JOIN_REQUEST_UPDATE' | 'GUILD_JOIN_REQUEST_DELETE'

/** Who may see an event. The gateway adds what depends on a session: shards, intents, content stripping. */
export interface Audience {
  /** Members of this guild. */
  guildId?: string
  /** Of those, only members who can view this channel. */
  channelId?: string
  /** Of those, only members with any of these permissions (bits), in the guild or, with `channelId`, in the channel. */
  anyPermission?: bigint
  /** Exactly these users, whatever the other fields say. */
  userIds?: readonly string[]
  /** The event is about direct messages (intent bits 12 to 14 instead of 9 to 11). */
  direct?: boolean
}
