import type { GatewayDispatchPayload, GatewayIntentBits } from 'discord.js'

export type IntentName = keyof typeof GatewayIntentBits

/**
 * The gateway dispatches that a feature may receive raw, before the library handles them, each with the intents it
 * needs. Source: Discord's documentation, "Gateway", list of intents, and "Gateway Events".
 */
const intentsByPacket = {
  APPLICATION_COMMAND_PERMISSIONS_UPDATE: [],
  AUTO_MODERATION_ACTION_EXECUTION: ['AutoModerationExecution'],
  AUTO_MODERATION_RULE_CREATE: ['AutoModerationConfiguration'],
  AUTO_MODERATION_RULE_DELETE: ['AutoModerationConfiguration'],
  AUTO_MODERATION_RULE_UPDATE: ['AutoModerationConfiguration'],
  CHANNEL_CREATE: [],
  CHANNEL_DELETE: [],
  CHANNEL_UPDATE: [],
  GUILD_AUDIT_LOG_ENTRY_CREATE: ['GuildModeration'],
  GUILD_BAN_ADD: ['GuildModeration'],
  GUILD_BAN_REMOVE: ['GuildModeration'],
  GUILD_CREATE: [],
  GUILD_DELETE: [],
  GUILD_EMOJIS_UPDATE: ['GuildExpressions'],
  GUILD_INTEGRATIONS_UPDATE: ['GuildIntegrations'],
  GUILD_MEMBER_ADD: ['GuildMembers'],
  GUILD_MEMBER_REMOVE: ['GuildMembers'],
  GUILD_MEMBER_UPDATE: ['GuildMembers'],
  GUILD_ROLE_CREATE: [],
  GUILD_ROLE_DELETE: [],
  GUILD_ROLE_UPDATE: [],
  GUILD_SCHEDULED_EVENT_CREATE: ['GuildScheduledEvents'],
  GUILD_SCHEDULED_EVENT_DELETE: ['GuildScheduledEvents'],
  GUILD_SCHEDULED_EVENT_UPDATE: ['GuildScheduledEvents'],
  GUILD_SOUNDBOARD_SOUND_CREATE: ['GuildExpressions'],
  GUILD_SOUNDBOARD_SOUND_DELETE: ['GuildExpressions'],
  GUILD_SOUNDBOARD_SOUND_UPDATE: ['GuildExpressions'],
  GUILD_SOUNDBOARD_SOUNDS_UPDATE: ['GuildExpressions'],
  GUILD_STICKERS_UPDATE: ['GuildExpressions'],
  GUILD_UPDATE: [],
  INTEGRATION_CREATE: ['GuildIntegrations'],
  INTEGRATION_DELETE: ['GuildIntegrations'],
  INTEGRATION_UPDATE: ['GuildIntegrations'],
  INVITE_CREATE: ['GuildInvites'],
  INVITE_DELETE: ['GuildInvites'],
  WEBHOOKS_UPDATE: ['GuildWebhooks'],
} as const satisfies Partial<Record<`${GatewayDispatchPayload['t']}`, readonly IntentName[]>>

/** A dispatch that features may receive. */
export type PacketName = keyof typeof intentsByPacket

/** The payload of a dispatch. */
export type PacketOf<T extends PacketName> = Extract<GatewayDispatchPayload, { t: `${T}` }>['d']

/** Which guild a dispatch is about: `guild_id`, or its own id for those about the guild itself. */
export function guildIdOf(name: PacketName, data: unknown): string | undefined {
  const { id, guild_id: guildId } = data as { id?: unknown; guild_id?: unknown }
  const about = name === 'GUILD_CREATE' || name === 'GUILD_UPDATE' || name === 'GUILD_DELETE' ? id : guildId
  return typeof about === 'string' ? about : undefined
}

/** The intents for these packets, with duplicates. */
export const intentsForPackets = (names: Iterable<PacketName>): IntentName[] =>
  [...names].flatMap((name): readonly IntentName[] => intentsByPacket[name])
