import type {
  APIApplicationCommand,
  APIApplicationCommandPermission,
  APIAuditLogEntry,
  APIAutoModerationRule,
  APIBan,
  APIChannel,
  APIConnection,
  APIEmoji,
  APIGuild,
  APIGuildMember,
  APIMessage,
  APIRole,
  APISoundboardSound,
  APIStageInstance,
  APISticker,
  APIThreadMember,
  APIUser,
  APIVoiceState,
  APIWebhook,
  ComponentType,
  InteractionResponseType,
  InteractionType,
} from 'discord-api-types/v10'
import type { ApplicationSettings, RoleConnections } from './applications/state.ts'
import type { CommunityState } from './community/state.ts'
import type { ScheduledEventState } from './scheduled-events/state.ts'
import type { Entitlement, Sku, Subscription } from './store/state.ts'

/**
 * The world's state: plain maps of Discord's own object shapes. Only `world/` changes it, and every change emits its
 * events.
 */

export interface Account {
  /** The account's role and login: 'owner', 'member1'. The password of every demo account is 'sandbox'. */
  login: string
  user: APIUser
  email: string
  /** Bots have a token of their own and no login. */
  bot: boolean
  /** Accepts no direct messages from people and bots of shared guilds. */
  directMessagesClosed?: boolean
  /** Accounts at other services that this person shows. */
  connections?: APIConnection[]
  /** Unix ms, for prunes. Undefined: when the member joined. */
  lastActive?: number
}

export interface Application {
  id: string
  botUserId: string
  /** Opaque: `Authorization: Bot <token>`. */
  token: string
  clientSecret: string
  name: string
  description: string
  /** The account that made it. */
  ownerId: string
  redirectUris: string[]
  /** The things that it sells. */
  skus?: Sku[]
  roleConnections?: RoleConnections
  /** Other settings that its owner, or it itself, has changed. */
  settings?: ApplicationSettings
  /** Privileged intents switched on in the portal, as gateway intent bits. */
  privilegedIntents: number
}

export interface InviteState {
  code: string
  channelId: string
  /** Undefined for the one that a server's widget makes. */
  inviterId: string | undefined
  uses: number
  /** 0 for no limit. */
  maxUses: number
  /** Seconds; 0 if it never expires. */
  maxAge: number
  temporary: boolean
  createdAt: string
  expiresAt: string | null
  /** The roles given to everybody who accepts it, including members of the guild. */
  roleIds: readonly string[]
  /** The only users who may accept it; undefined for everybody. */
  targetUsers: InviteTargets | undefined
  /** The user to whose stream it leads, if to any. */
  streamerId: string | undefined
}

interface InviteTargets {
  userIds: readonly string[]
  createdAt: string
  /** Null while Discord still works on the list. */
  completedAt: string | null
}

/** The state of a voice channel that is in use; none of it is part of the channel object. */
export interface VoiceRoom {
  status: string | null
  /** When the first person joined it since it was last empty (Unix seconds). */
  startedAt: number | null
}

/** The requirements of a linked role: all those of at least one of the inner lists have to be met. */
export type LinkRules = {
  connection_type: string
  connection_metadata_field?: string | null | undefined
  operator?: number | null | undefined
  value?: string | null | undefined
  application_id?: string | undefined
}[][]

/** A newcomer's application, where somebody of the guild decides who is let in. */
export interface JoinRequest {
  id: string
  created_at: string
  reviewed_at: string | null
  application_status: 'SUBMITTED' | 'APPROVED' | 'REJECTED'
  rejection_reason: string | null
  guild_id: string
  user_id: string
  user: APIUser
  form_responses: object[]
  actioned_by_user?: APIUser
}

export interface GuildState {
  /** Without the collections below. The documented type forgets the picture above the server guide. */
  guild: Omit<APIGuild, 'roles' | 'emojis' | 'stickers'> & { home_header: string | null }
  roles: Map<string, APIRole>
  /** Ids into `World.channels`; threads included. */
  channelIds: Set<string>
  /** By user id. `memberOf` in `lookup.ts` adds the user. */
  members: Map<string, Omit<APIGuildMember, 'user'>>
  bans: Map<string, APIBan>
  /** When people outside the server were banned, as far as that still counts toward the limit (Unix ms). */
  strangerBans?: number[]
  emojis: Map<string, APIEmoji>
  stickers: Map<string, APISticker>
  soundboardSounds: Map<string, APISoundboardSound>
  scheduledEvents: Map<string, ScheduledEventState>
  /** Live stages by the id of their channel. */
  stageInstances: Map<string, StageInstance>
  /** Voice channels that are in use or have a status, by channel id. */
  voiceRooms: Map<string, VoiceRoom>
  /** By code. The vanity code is not among them. */
  invites: Map<string, InviteState>
  /** How often the vanity code was used. */
  vanityUses: number
  webhooks: Map<string, APIWebhook>
  voiceStates: Map<string, APIVoiceState>
  /** Oldest first. */
  auditLog: APIAuditLogEntry[]
  autoModerationRules: Map<string, APIAutoModerationRule>
  community: CommunityState
  /** The requirements of linked roles, which people take themselves, by role id. */
  linkedRoles: Map<string, LinkRules>
  joinRequests: Map<string, JoinRequest>
  /** The scopes that applications were authorized for here, by their id; those of a seed have the usual ones. */
  integrationScopes: Map<string, readonly string[]>
  /** A simulated outage: GUILD_DELETE with `unavailable`, and errors like 503. */
  unavailable: boolean
}

export interface ChannelState {
  channel: APIChannel
  /** Undefined for DMs. */
  guildId: string | undefined
  /** Oldest first. */
  messages: Map<string, APIMessage>
  /** Messages that were sent with a nonce in the last minutes, by author and nonce; oldest first. */
  nonces: Map<string, APIMessage>
  /** Message id to when it was pinned (ISO 8601), in the order of pinning. */
  pins: Map<string, string>
  threadMembers: Map<string, APIThreadMember>
  /** When an open thread is archived unless there is activity until then, Unix ms. */
  archivesAt?: number
}

export interface World {
  seed: number
  /** By user id. */
  accounts: Map<string, Account>
  applications: Map<string, Application>
  guilds: Map<string, GuildState>
  channels: Map<string, ChannelState>
  /** Registered commands by application id, then guild id or 'global', then command id. */
  commands: Map<string, Map<string, Map<string, APIApplicationCommand>>>
  /** The command permissions that administrators set, by guild id, then the id of a command or an application. */
  commandPermissions: Map<string, Map<string, APIApplicationCommandPermission[]>>
  /** Uploaded files by attachment id; the CDN serves them. */
  attachments: Map<string, StoredFile>
  /** Uploaded pictures by their hash; files of emoji, stickers and sounds by the id of these. The CDN serves them. */
  uploads: Map<string, StoredFile>
  /** Entitlements to what applications sell, by id. */
  entitlements: Map<string, Entitlement>
  /** Monthly subscriptions, by id. */
  subscriptions: Map<string, Subscription>
  /** Emoji that belong to an application, by application id. */
  applicationEmojis: Map<string, Map<string, APIEmoji>>
  /** Who reacted: message id, then the emoji as a route spells it ('👍' or 'name:id'), then user ids in order. */
  reactions: Map<string, Map<string, Set<string>>>
  /** The same for super reactions. Every emoji here is also in `reactions`, possibly with nobody. */
  superReactions: Map<string, Map<string, Set<string>>>
  /** Who voted: message id, then the answer's number, then user ids in order. */
  pollVotes: Map<string, Map<number, Set<string>>>
  /** Messages that only one user can see, by message id. They are in no channel's list. */
  ephemerals: Map<string, EphemeralMessage>
  /** Interactions by id, until their token expires. */
  interactions: Map<string, InteractionState>
}

export interface StoredFile {
  filename: string
  contentType: string
  data: Buffer
}

/** The documented type forgets that most stages are opened for no event. */
export type StageInstance = Omit<APIStageInstance, 'guild_scheduled_event_id'> & {
  guild_scheduled_event_id: string | null
}

interface EphemeralMessage {
  message: APIMessage
  userId: string
}

/** A modal that one person has open. */
export interface OpenModal {
  custom_id: string
  title: string
  /** Discord's component objects. */
  components: ({ type: ComponentType; custom_id?: string | undefined } & Record<string, unknown>)[]
}

export interface InteractionState {
  id: string
  token: string
  applicationId: string
  type: InteractionType
  userId: string
  guildId: string | undefined
  channelId: string
  /** Sent by the client, which recognizes the outcome by it. */
  nonce: string | undefined
  /** Unix ms. */
  createdAt: number
  /** The first answer; undefined while the app has not answered. */
  callbackType: InteractionResponseType | undefined
  /** The message that `@original` means: its first answer, or for a component the message it was on. */
  responseId: string | undefined
  /** The message a component was pressed on. */
  messageId: string | undefined
  /** 'Mara used /ping': the name of a command. */
  commandName: string | undefined
  /** For a submitted modal, the interaction that opened it. */
  openedBy: InteractionState | undefined
  /** The modal it opened, until that is submitted. */
  modal: OpenModal | undefined
  /** Messages sent with its token. */
  followUpIds: Set<string>
}

/** A world with nothing in it; seeds start from here. */
export const emptyWorld = (seed: number): World => ({
  seed,
  accounts: new Map(),
  applications: new Map(),
  guilds: new Map(),
  channels: new Map(),
  commands: new Map(),
  commandPermissions: new Map(),
  attachments: new Map(),
  uploads: new Map(),
  entitlements: new Map(),
  subscriptions: new Map(),
  applicationEmojis: new Map(),
  reactions: new Map(),
  superReactions: new Map(),
  pollVotes: new Map(),
  ephemerals: new Map(),
  interactions: new Map(),
})
