import {
  type APIGuildMember,
  type APIMessage,
  type APIRole,
  type APIUser,
  GuildDefaultMessageNotifications,
  GuildExplicitContentFilter,
  GuildMFALevel,
  GuildNSFWLevel,
  GuildPremiumTier,
  GuildVerificationLevel,
  Locale,
  MessageType,
  PermissionFlagsBits,
} from 'discord-api-types/v10'
import { blankCommunity } from './community/state.ts'
import type { ChannelState, GuildState, InviteState } from './state.ts'

/** Objects with Discord's defaults. */

/** No bit of any flags; widened, because Discord's flag types name their bits only. */
const noFlags: number = 0

/** The permissions of @everyone in a new guild. */
export const everyoneDefault =
  PermissionFlagsBits.CreateInstantInvite |
  PermissionFlagsBits.AddReactions |
  PermissionFlagsBits.Stream |
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.ReadMessageHistory |
  PermissionFlagsBits.UseExternalEmojis |
  PermissionFlagsBits.Connect |
  PermissionFlagsBits.Speak |
  PermissionFlagsBits.UseVAD |
  PermissionFlagsBits.ChangeNickname |
  PermissionFlagsBits.UseApplicationCommands |
  PermissionFlagsBits.RequestToSpeak |
  PermissionFlagsBits.CreatePublicThreads |
  PermissionFlagsBits.CreatePrivateThreads |
  PermissionFlagsBits.UseExternalStickers |
  PermissionFlagsBits.SendMessagesInThreads |
  PermissionFlagsBits.UseEmbeddedActivities |
  PermissionFlagsBits.UseSoundboard |
  PermissionFlagsBits.UseExternalSounds |
  PermissionFlagsBits.SendVoiceMessages |
  PermissionFlagsBits.SendPolls |
  PermissionFlagsBits.UseExternalApps

export const blankUser = (user: Pick<APIUser, 'id' | 'username'> & Partial<APIUser>): APIUser => ({
  discriminator: '0',
  global_name: null,
  avatar: null,
  banner: null,
  accent_color: null,
  avatar_decoration_data: null,
  public_flags: noFlags,
  flags: noFlags,
  primary_guild: null,
  ...user,
})

type Written = Pick<APIMessage, 'id' | 'channel_id' | 'author' | 'timestamp'>

export const blankMessage = (message: Written & Partial<APIMessage>): APIMessage => ({
  type: MessageType.Default,
  content: '',
  edited_timestamp: null,
  tts: false,
  mention_everyone: false,
  mentions: [],
  mention_roles: [],
  attachments: [],
  embeds: [],
  components: [],
  pinned: false,
  flags: noFlags,
  ...message,
})

export const blankRole = (role: Pick<APIRole, 'id' | 'name'> & Partial<APIRole>): APIRole => ({
  permissions: '0',
  position: 1,
  color: 0,
  colors: { primary_color: role.color ?? 0, secondary_color: null, tertiary_color: null },
  hoist: false,
  managed: false,
  mentionable: false,
  icon: null,
  unicode_emoji: null,
  flags: noFlags,
  ...role,
})

export const blankMember = (joinedAt: string, roles: readonly string[] = []): Omit<APIGuildMember, 'user'> => ({
  nick: null,
  avatar: null,
  banner: null,
  roles: [...roles],
  joined_at: joinedAt,
  premium_since: null,
  communication_disabled_until: null,
  pending: false,
  deaf: false,
  mute: false,
  flags: noFlags,
})

export function blankGuild(guild: Pick<GuildState['guild'], 'id' | 'name' | 'owner_id'>): GuildState {
  return {
    guild: {
      icon: null,
      splash: null,
      discovery_splash: null,
      home_header: null,
      banner: null,
      description: null,
      region: 'deprecated',
      afk_channel_id: null,
      afk_timeout: 300,
      widget_enabled: false,
      widget_channel_id: null,
      verification_level: GuildVerificationLevel.None,
      default_message_notifications: GuildDefaultMessageNotifications.AllMessages,
      explicit_content_filter: GuildExplicitContentFilter.Disabled,
      features: [],
      mfa_level: GuildMFALevel.None,
      application_id: null,
      system_channel_id: null,
      system_channel_flags: noFlags,
      rules_channel_id: null,
      public_updates_channel_id: null,
      safety_alerts_channel_id: null,
      max_presences: null,
      max_members: 500_000,
      max_video_channel_users: 25,
      max_stage_video_channel_users: 50,
      vanity_url_code: null,
      premium_tier: GuildPremiumTier.None,
      premium_subscription_count: 0,
      premium_progress_bar_enabled: false,
      preferred_locale: Locale.EnglishUS,
      nsfw_level: GuildNSFWLevel.Default,
      hub_type: null,
      incidents_data: null,
      ...guild,
    },
    roles: new Map([
      [guild.id, blankRole({ id: guild.id, name: '@everyone', position: 0, permissions: String(everyoneDefault) })],
    ]),
    channelIds: new Set(),
    members: new Map(),
    bans: new Map(),
    emojis: new Map(),
    stickers: new Map(),
    soundboardSounds: new Map(),
    scheduledEvents: new Map(),
    stageInstances: new Map(),
    voiceRooms: new Map(),
    invites: new Map(),
    vanityUses: 0,
    webhooks: new Map(),
    voiceStates: new Map(),
    auditLog: [],
    autoModerationRules: new Map(),
    community: blankCommunity(guild.id),
    linkedRoles: new Map(),
    joinRequests: new Map(),
    integrationScopes: new Map(),
    unavailable: false,
  }
}

export const channelState = (channel: ChannelState['channel'], guildId: string | undefined): ChannelState => ({
  channel,
  guildId,
  messages: new Map(),
  nonces: new Map(),
  pins: new Map(),
  threadMembers: new Map(),
})

export const inviteState = (
  invite: Pick<InviteState, 'code' | 'channelId' | 'inviterId' | 'createdAt'> & Partial<InviteState>,
): InviteState => ({
  uses: 0,
  maxUses: 0,
  maxAge: 0,
  temporary: false,
  expiresAt: null,
  roleIds: [],
  targetUsers: undefined,
  streamerId: undefined,
  ...invite,
})
