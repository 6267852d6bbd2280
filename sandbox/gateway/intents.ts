import { GatewayDispatchEvents as Event, GatewayIntentBits as Intent } from 'discord-api-types/v10'
import type { Dispatch } from '../world/dispatch.ts'

/** Intents that must be switched on in the developer portal. */
export const privilegedIntents = Intent.GuildPresences | Intent.GuildMembers | Intent.MessageContent

/** All valid intent bits; any other bit closes the connection with 4013. */
export const knownIntents = Object.values(Intent).reduce<number>(
  (sum, bit) => (typeof bit === 'number' ? sum | bit : sum),
  0,
)

/** Events that every bot receives, regardless of its intents. Source: Discord's documentation, "Gateway Intents". */
const always: ReadonlySet<string> = new Set([
  Event.InteractionCreate,
  Event.EntitlementCreate,
  Event.EntitlementUpdate,
  Event.EntitlementDelete,
  Event.SubscriptionCreate,
  Event.SubscriptionUpdate,
  Event.SubscriptionDelete,
  Event.UserUpdate,
  Event.VoiceServerUpdate,
  Event.ApplicationCommandPermissionsUpdate,
  // Source: discord/discord-api-docs issue 3871.
  'GUILD_JOIN_REQUEST_CREATE',
  'GUILD_JOIN_REQUEST_UPDATE',
  'GUILD_JOIN_REQUEST_DELETE',
])

/**
 * The events that each intent lets through, in a guild. Source: the list in Discord's documentation, "Gateway Intents".
 */
const inGuilds: Record<number, readonly string[]> = {
  [Intent.Guilds]: [
    Event.GuildCreate,
    Event.GuildUpdate,
    Event.GuildDelete,
    Event.GuildRoleCreate,
    Event.GuildRoleUpdate,
    Event.GuildRoleDelete,
    Event.ChannelCreate,
    Event.ChannelUpdate,
    Event.ChannelDelete,
    Event.ChannelPinsUpdate,
    Event.ThreadCreate,
    Event.ThreadUpdate,
    Event.ThreadDelete,
    Event.ThreadListSync,
    Event.ThreadMemberUpdate,
    Event.ThreadMembersUpdate,
    Event.StageInstanceCreate,
    Event.StageInstanceUpdate,
    Event.StageInstanceDelete,
    'VOICE_CHANNEL_STATUS_UPDATE',
    'VOICE_CHANNEL_START_TIME_UPDATE',
  ],
  [Intent.GuildMembers]: [
    Event.GuildMemberAdd,
    Event.GuildMemberUpdate,
    Event.GuildMemberRemove,
    Event.ThreadMembersUpdate,
  ],
  [Intent.GuildModeration]: [Event.GuildAuditLogEntryCreate, Event.GuildBanAdd, Event.GuildBanRemove],
  [Intent.GuildExpressions]: [
    Event.GuildEmojisUpdate,
    Event.GuildStickersUpdate,
    Event.GuildSoundboardSoundCreate,
    Event.GuildSoundboardSoundUpdate,
    Event.GuildSoundboardSoundDelete,
    Event.GuildSoundboardSoundsUpdate,
  ],
  [Intent.GuildIntegrations]: [
    Event.GuildIntegrationsUpdate,
    Event.IntegrationCreate,
    Event.IntegrationUpdate,
    Event.IntegrationDelete,
  ],
  [Intent.GuildWebhooks]: [Event.WebhooksUpdate],
  [Intent.GuildInvites]: [Event.InviteCreate, Event.InviteDelete],
  [Intent.GuildVoiceStates]: [Event.VoiceStateUpdate, Event.VoiceChannelEffectSend],
  [Intent.GuildPresences]: [Event.PresenceUpdate],
  [Intent.GuildMessages]: [Event.MessageCreate, Event.MessageUpdate, Event.MessageDelete, Event.MessageDeleteBulk],
  [Intent.GuildMessageReactions]: [
    Event.MessageReactionAdd,
    Event.MessageReactionRemove,
    Event.MessageReactionRemoveAll,
    Event.MessageReactionRemoveEmoji,
  ],
  [Intent.GuildMessageTyping]: [Event.TypingStart],
  [Intent.GuildScheduledEvents]: [
    Event.GuildScheduledEventCreate,
    Event.GuildScheduledEventUpdate,
    Event.GuildScheduledEventDelete,
    Event.GuildScheduledEventUserAdd,
    Event.GuildScheduledEventUserRemove,
    'GUILD_SCHEDULED_EVENT_EXCEPTION_CREATE',
    'GUILD_SCHEDULED_EVENT_EXCEPTION_DELETE',
    'GUILD_SCHEDULED_EVENT_EXCEPTIONS_DELETE',
  ],
  [Intent.AutoModerationConfiguration]: [
    Event.AutoModerationRuleCreate,
    Event.AutoModerationRuleUpdate,
    Event.AutoModerationRuleDelete,
  ],
  [Intent.AutoModerationExecution]: [Event.AutoModerationActionExecution],
  [Intent.GuildMessagePolls]: [Event.MessagePollVoteAdd, Event.MessagePollVoteRemove],
}

const direct: Record<number, readonly string[]> = {
  [Intent.DirectMessages]: [Event.MessageCreate, Event.MessageUpdate, Event.MessageDelete, Event.ChannelPinsUpdate],
  [Intent.DirectMessageReactions]: inGuilds[Intent.GuildMessageReactions] ?? [],
  [Intent.DirectMessageTyping]: [Event.TypingStart],
  [Intent.DirectMessagePolls]: [Event.MessagePollVoteAdd, Event.MessagePollVoteRemove],
}

function maskByEvent(table: Record<number, readonly string[]>): Map<string, number> {
  const masks = new Map<string, number>()
  for (const [bit, events] of Object.entries(table))
    for (const event of events) masks.set(event, (masks.get(event) ?? 0) | Number(bit))
  return masks
}
const guildMasks = maskByEvent(inGuilds)
const directMasks = maskByEvent(direct)

/**
 * Whether a bot that asked for `intents` gets an event of this kind.
 * @param about `self`: the event is a GUILD_MEMBER_UPDATE about the bot itself, which always arrives
 */
export function intentsAllow(
  intents: number,
  type: Dispatch['type'],
  about: { direct: boolean; self: boolean },
): boolean {
  if (always.has(type)) return true
  if (type === Event.GuildMemberUpdate && about.self) return true
  return (((about.direct ? directMasks : guildMasks).get(type) ?? 0) & intents) !== 0
}
