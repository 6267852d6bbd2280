import type {
  APIAuditLogEntry,
  APIAutoModerationRule,
  APIBan,
  APIChannel,
  APIEmoji,
  APIGuild,
  APIGuildMember,
  APIInvite,
  APIMessage,
  APIRole,
  APISticker,
  APIThreadMember,
  APIUser,
  APIVoiceState,
  APIWebhook,
} from 'discord-api-types/v10'

/** The world's state: plain maps of Discord's own object shapes. Only `world/` changes it, and every change emits its events. */

export interface Account {
  /** What the account is, and how one signs in: 'owner', 'member1'. The password of every demo account is 'sandbox'. */
  login: string
  user: APIUser
  email: string
  /** Bots have a token of their own and no login. */
  bot: boolean
}

export interface Application {
  id: string
  botUserId: string
  /** Opaque: `Authorization: Bot <token>`. */
  token: string
  clientSecret: string
  name: string
  redirectUris: string[]
  /** Privileged intents switched on in the portal, as gateway intent bits. */
  privilegedIntents: number
}

export interface GuildState {
  /** Without the collections below. */
  guild: Omit<APIGuild, 'roles' | 'emojis' | 'stickers'>
  roles: Map<string, APIRole>
  /** Ids into `World.channels`; threads included. */
  channelIds: Set<string>
  members: Map<string, Omit<APIGuildMember, 'user'>>
  bans: Map<string, APIBan>
  emojis: Map<string, APIEmoji>
  stickers: Map<string, APISticker>
  invites: Map<string, APIInvite & Record<string, unknown>>
  webhooks: Map<string, APIWebhook>
  voiceStates: Map<string, APIVoiceState>
  auditLog: APIAuditLogEntry[]
  autoModerationRules: Map<string, APIAutoModerationRule>
  /** A simulated outage: GUILD_DELETE with `unavailable`, and 503-like refusals. */
  unavailable: boolean
}

export interface ChannelState {
  channel: APIChannel
  /** Undefined for DMs. */
  guildId: string | undefined
  /** Oldest first. */
  messages: Map<string, APIMessage>
  pins: Set<string>
  threadMembers: Map<string, APIThreadMember>
}

export interface World {
  seed: number
  accounts: Map<string, Account>
  applications: Map<string, Application>
  guilds: Map<string, GuildState>
  channels: Map<string, ChannelState>
  /** Registered slash commands by application id, then guild id or 'global', then command id. */
  commands: Map<string, Map<string, Map<string, Record<string, unknown>>>>
}
