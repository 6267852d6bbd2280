import type { ClientEvents } from 'discord.js'
import { type IntentName, intentsForPackets, type PacketName } from './packets.ts'

/**
 * The gateway events that a feature may listen to, which are those that belong to a guild, with the intents each needs.
 * Source: Discord's documentation, "Gateway", list of intents.
 */
const intentsByEvent = {
  autoModerationActionExecution: ['AutoModerationExecution'],
  autoModerationRuleCreate: ['AutoModerationConfiguration'],
  autoModerationRuleDelete: ['AutoModerationConfiguration'],
  autoModerationRuleUpdate: ['AutoModerationConfiguration'],
  channelCreate: [],
  channelDelete: [],
  channelPinsUpdate: [],
  channelUpdate: [],
  emojiCreate: ['GuildExpressions'],
  emojiDelete: ['GuildExpressions'],
  emojiUpdate: ['GuildExpressions'],
  entitlementCreate: [],
  entitlementDelete: [],
  entitlementUpdate: [],
  guildAuditLogEntryCreate: ['GuildModeration'],
  guildAvailable: [],
  guildBanAdd: ['GuildModeration'],
  guildBanRemove: ['GuildModeration'],
  guildCreate: [],
  guildDelete: [],
  guildIntegrationsUpdate: ['GuildIntegrations'],
  guildMemberAdd: ['GuildMembers'],
  guildMemberRemove: ['GuildMembers'],
  guildMemberUpdate: ['GuildMembers'],
  guildUpdate: [],
  inviteCreate: ['GuildInvites'],
  inviteDelete: ['GuildInvites'],
  messageCreate: ['GuildMessages', 'MessageContent'],
  messageDelete: ['GuildMessages'],
  messageDeleteBulk: ['GuildMessages'],
  messageReactionAdd: ['GuildMessageReactions'],
  messageReactionRemove: ['GuildMessageReactions'],
  messageReactionRemoveAll: ['GuildMessageReactions'],
  messageReactionRemoveEmoji: ['GuildMessageReactions'],
  messageUpdate: ['GuildMessages', 'MessageContent'],
  roleCreate: [],
  roleDelete: [],
  roleUpdate: [],
  stickerCreate: ['GuildExpressions'],
  stickerDelete: ['GuildExpressions'],
  stickerUpdate: ['GuildExpressions'],
  threadCreate: [],
  threadDelete: [],
  threadUpdate: [],
  voiceStateUpdate: ['GuildVoiceStates'],
  webhooksUpdate: ['GuildWebhooks'],
} as const satisfies { [E in keyof ClientEvents]?: readonly IntentName[] }

/** An event that features may listen to. */
export type GuildEvent = keyof typeof intentsByEvent

/** Prefix commands and live rights always need these. */
const base: readonly IntentName[] = ['Guilds', 'GuildMembers', 'GuildMessages', 'MessageContent']

/** The intents for `events` and `packets`, without duplicates and never more than needed. */
export function intentsFor(events: Iterable<GuildEvent>, packets: Iterable<PacketName> = []): IntentName[] {
  const needed = new Set<IntentName>([...base, ...intentsForPackets(packets)])
  for (const event of events) for (const intent of intentsByEvent[event]) needed.add(intent)
  return [...needed].sort()
}
