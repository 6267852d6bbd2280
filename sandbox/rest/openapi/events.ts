import { GatewayDispatchEvents as Event } from 'discord-api-types/v10'

/** A part of an event that is an object which REST returns as well. */
export interface EventPart {
  /**
   * Its place in the payload: '' is all of it, 'members.*' each item of a list. A part that is absent is not checked.
   */
  at: string
  /** Names of the description's schemas; any of them will do. */
  schemas: readonly string[]
  /** Fields that only the gateway has; items of lists are written 'mentions.*.member'. */
  extra?: readonly string[]
  /** Fields that REST always has and the gateway does not. */
  missing?: readonly string[]
}

const part = (at: string, schemas: string | readonly string[], more: Pick<EventPart, 'extra' | 'missing'> = {}) => ({
  at,
  schemas: typeof schemas === 'string' ? [schemas] : schemas,
  ...more,
})

const user = (at = 'user') => part(at, 'UserResponse')
const role = part('role', 'GuildRoleResponse')
const channels = ['GuildChannelResponse', 'PrivateChannelResponse']
const rules = [
  'DefaultKeywordRuleResponse',
  'KeywordRuleResponse',
  'MLSpamRuleResponse',
  'MentionSpamRuleResponse',
  'UserProfileRuleResponse',
]
const scheduled = ['ExternalScheduledEventResponse', 'StageScheduledEventResponse', 'VoiceScheduledEventResponse']
const integrations = [
  'DiscordIntegrationResponse',
  'ExternalConnectionIntegrationResponse',
  'GuildSubscriptionIntegrationResponse',
]
const ofGuild = { extra: ['guild_id'] }

/** A member without its user, who is given elsewhere in the payload. */
const bareMember = part('member', 'GuildMemberResponse', { missing: ['user'] })
const member = part('member', 'GuildMemberResponse')
const message = [
  // Fields about a message's place and author that REST leaves out, since the caller knows them.
  part('', 'MessageResponse', { extra: ['guild_id', 'member', 'channel_type', 'mentions.*.member'] }),
  bareMember,
]
const thread = [
  part('', 'ThreadResponse', { extra: ['newly_created'] }),
  part('member', 'ThreadMemberResponse', ofGuild),
]
const integration = [part('', integrations, ofGuild)]
const rule = [part('', rules)]
const event = [part('', scheduled)]
const subscription = [part('', 'SubscriptionResponse')]
const sound = [part('', 'SoundboardSoundResponse')]
const reaction = [member, part('emoji', 'MessageReactionEmojiResponse', { missing: ['animated'] })]

/**
 * The objects of Discord's API description that each gateway event carries, except for the events in `bareEvents`.
 * Source: Discord's documentation, "Gateway Events".
 */
export const eventParts: Readonly<Record<string, readonly EventPart[]>> = {
  [Event.Ready]: [part('user', 'UserPIIResponse', { missing: ['locale'] })],
  [Event.UserUpdate]: [part('', 'UserPIIResponse', { missing: ['locale'] })],
  [Event.GuildCreate]: [
    part('', 'GuildResponse', {
      extra: [
        'joined_at',
        'large',
        'unavailable',
        'geo_restricted',
        'member_count',
        'members',
        'channels',
        'threads',
        'presences',
        'voice_states',
        'stage_instances',
        'guild_scheduled_events',
        'soundboard_sounds',
      ],
      missing: ['widget_enabled', 'widget_channel_id', 'max_members', 'max_presences'],
    }),
    part('members.*', 'GuildMemberResponse'),
    part('channels.*', channels),
    part('threads.*', 'ThreadResponse'),
    part('voice_states.*', 'VoiceStateResponse', { missing: ['guild_id'] }),
    part('stage_instances.*', 'StageInstanceResponse'),
    part('guild_scheduled_events.*', scheduled),
    part('soundboard_sounds.*', 'SoundboardSoundResponse'),
  ],
  [Event.GuildUpdate]: [part('', 'GuildResponse')],
  [Event.GuildRoleCreate]: [role],
  [Event.GuildRoleUpdate]: [role],
  [Event.ChannelCreate]: [part('', channels)],
  [Event.ChannelUpdate]: [part('', channels)],
  [Event.ChannelDelete]: [part('', channels)],
  [Event.ThreadCreate]: thread,
  [Event.ThreadUpdate]: thread,
  [Event.ThreadListSync]: [part('threads.*', 'ThreadResponse'), part('members.*', 'ThreadMemberResponse')],
  [Event.ThreadMemberUpdate]: [part('', 'ThreadMemberResponse', ofGuild)],
  [Event.ThreadMembersUpdate]: [
    part('added_members.*', 'ThreadMemberResponse', { extra: ['presence'] }),
    part('added_members.*.member', 'GuildMemberResponse'),
  ],
  [Event.MessageCreate]: message,
  [Event.MessageUpdate]: message,
  [Event.MessageReactionAdd]: reaction,
  [Event.MessageReactionRemove]: reaction,
  [Event.TypingStart]: [member],
  [Event.GuildMemberAdd]: [part('', 'GuildMemberResponse', ofGuild)],
  [Event.GuildMemberUpdate]: [part('', 'GuildMemberResponse', ofGuild)],
  [Event.GuildMemberRemove]: [user()],
  [Event.GuildMembersChunk]: [part('members.*', 'GuildMemberResponse')],
  [Event.GuildBanAdd]: [user()],
  [Event.GuildBanRemove]: [user()],
  [Event.GuildEmojisUpdate]: [part('emojis.*', 'EmojiResponse')],
  [Event.GuildStickersUpdate]: [part('stickers.*', 'GuildStickerResponse')],
  [Event.GuildSoundboardSoundCreate]: sound,
  [Event.GuildSoundboardSoundUpdate]: sound,
  [Event.GuildSoundboardSoundsUpdate]: [part('soundboard_sounds.*', 'SoundboardSoundResponse')],
  SOUNDBOARD_SOUNDS: [part('soundboard_sounds.*', 'SoundboardSoundResponse')],
  [Event.GuildAuditLogEntryCreate]: [part('', 'AuditLogEntryResponse', ofGuild)],
  [Event.AutoModerationRuleCreate]: rule,
  [Event.AutoModerationRuleUpdate]: rule,
  [Event.AutoModerationRuleDelete]: rule,
  [Event.InviteCreate]: [user('inviter'), user('target_user')],
  [Event.VoiceStateUpdate]: [part('', 'VoiceStateResponse'), member],
  [Event.IntegrationCreate]: integration,
  [Event.IntegrationUpdate]: integration,
  [Event.ApplicationCommandPermissionsUpdate]: [part('', 'CommandPermissionsResponse')],
  [Event.GuildScheduledEventCreate]: event,
  [Event.GuildScheduledEventUpdate]: event,
  [Event.GuildScheduledEventDelete]: event,
  GUILD_SCHEDULED_EVENT_EXCEPTION_CREATE: [part('', 'GuildScheduledEventExceptionResponse', ofGuild)],
  GUILD_SCHEDULED_EVENT_EXCEPTION_DELETE: [part('', 'GuildScheduledEventExceptionResponse', ofGuild)],
  [Event.StageInstanceCreate]: [part('', 'StageInstanceResponse')],
  [Event.StageInstanceUpdate]: [part('', 'StageInstanceResponse')],
  [Event.StageInstanceDelete]: [part('', 'StageInstanceResponse')],
  GUILD_JOIN_REQUEST_CREATE: [part('request', 'GuildJoinRequestResponse')],
  GUILD_JOIN_REQUEST_UPDATE: [part('request', 'GuildJoinRequestResponse')],
  [Event.EntitlementCreate]: [part('', 'EntitlementResponse')],
  [Event.EntitlementUpdate]: [part('', 'EntitlementResponse')],
  [Event.EntitlementDelete]: [part('', 'EntitlementResponse')],
  [Event.SubscriptionCreate]: subscription,
  [Event.SubscriptionUpdate]: subscription,
  [Event.SubscriptionDelete]: subscription,
  [Event.InteractionCreate]: [
    part('message', 'MessageResponse'),
    user(),
    part('member', 'GuildMemberResponse', { extra: ['permissions'] }),
  ],
}

/** Events that carry only ids, numbers and texts, and no object that REST returns. */
export const bareEvents: ReadonlySet<string> = new Set<string>([
  Event.Resumed,
  Event.GuildDelete,
  Event.GuildRoleDelete,
  Event.GuildIntegrationsUpdate,
  Event.GuildSoundboardSoundDelete,
  Event.GuildScheduledEventUserAdd,
  Event.GuildScheduledEventUserRemove,
  'GUILD_SCHEDULED_EVENT_EXCEPTIONS_DELETE',
  'GUILD_JOIN_REQUEST_DELETE',
  Event.ChannelPinsUpdate,
  Event.ThreadDelete,
  Event.MessageDelete,
  Event.MessageDeleteBulk,
  Event.MessageReactionRemoveAll,
  Event.MessageReactionRemoveEmoji,
  Event.MessagePollVoteAdd,
  Event.MessagePollVoteRemove,
  Event.AutoModerationActionExecution,
  Event.IntegrationDelete,
  Event.InviteDelete,
  Event.PresenceUpdate,
  Event.VoiceServerUpdate,
  Event.VoiceChannelEffectSend,
  Event.WebhooksUpdate,
  'VOICE_CHANNEL_STATUS_UPDATE',
  'VOICE_CHANNEL_START_TIME_UPDATE',
  'CHANNEL_INFO',
  'RATE_LIMITED',
])

/** @returns the values at a place, each with its path: 'members.*' finds 'members.0' and so on */
export function valuesAt(value: unknown, at: string): { path: string; value: unknown }[] {
  let found = [{ path: '', value }]
  for (const key of at.split('.').filter(Boolean))
    found = found.flatMap(({ path, value: inner }) => {
      if (typeof inner !== 'object' || inner === null) return []
      const entries = key === '*' ? Object.entries(inner) : [[key, Reflect.get(inner, key)] as const]
      return entries.flatMap(([name, one]: readonly [string, unknown]) =>
        one === undefined || one === null ? [] : [{ path: `${path}.${name}`, value: one }],
      )
    })
  return found
}
