import { AuditLogEvent as Event, PermissionFlagsBits as P } from 'discord.js'
import type { ObjectKind } from '../journal/objects.ts'
import type { ModuleKey } from '../modules/contract.ts'

/** What was done to an object, as far as counting is concerned. */
export type Operation = 'remove' | 'create' | 'change' | 'give'

/** What an entry of one type means. */
export interface AuditAction {
  module: ModuleKey
  operation: Operation
  /** The kind of its target, where the journal records it. */
  kind: ObjectKind | null
  /** How much of the module's limit it uses up, before anything else is known about it. */
  weight: number
  /** Permissions, any one of which is enough to do it; 0 where some cases need none. */
  needs: bigint
  /** What was done, in the middle of a sentence: 'Kestrel deleted the channel x'. */
  does: string
}

const entry = (
  module: ModuleKey,
  operation: Operation,
  kind: ObjectKind | null,
  weight: number,
  needs: bigint,
  does: string,
): AuditAction => ({ module, operation, kind, weight, needs, does })

/**
 * Something made is undone by deleting it, and somebody who sets up a server makes a lot: with a limit of three a
 * minute, 75 are too many. Things of the same name count whole, see count.ts.
 */
const made = 0.04
/** An edit can be put back whole, and somebody who tidies up makes many of them. */
export const edited = 0.03
/** Saving onboarding writes an entry for each of up to fifteen questions. It is put back as a whole. */
const oneOfMany = 0.05

/**
 * Somebody who moves to a bot's auto-moderation switches off all of Discord's rules: four where nobody has made more,
 * ten at most.
 */
export const ruleLost = 0.5
/** Emoji, stickers and sounds of a season are removed by the dozen, and come back whole. */
const expressionGone = 0.1

/** The types of entries that count, each with its module. */
export const auditActions: Readonly<Partial<Record<number, AuditAction>>> = {
  [Event.MemberBanAdd]: entry('anti_ban', 'remove', null, 1, P.BanMembers, 'banned'),
  [Event.MemberBanRemove]: entry('anti_ban', 'change', null, 0.2, P.BanMembers, 'lifted the ban of'),
  [Event.MemberKick]: entry('anti_kick', 'remove', null, 1, P.KickMembers, 'kicked'),
  [Event.MemberPrune]: entry('anti_prune', 'remove', null, 1, P.ManageGuild, 'pruned members'),

  [Event.MemberUpdate]: entry(
    'anti_member_update',
    'change',
    'member',
    edited,
    P.ManageNicknames | P.ModerateMembers | P.MuteMembers | P.DeafenMembers,
    'changed',
  ),
  [Event.MemberRoleUpdate]: entry('anti_member_update', 'give', 'member', 0, P.ManageRoles, 'changed the roles of'),
  [Event.InviteCreate]: entry('anti_member_update', 'give', 'invite', 0, 0n, 'made an invite'),
  [Event.InviteUpdate]: entry('anti_member_update', 'give', 'invite', 0, 0n, 'changed an invite'),
  [Event.InviteDelete]: entry('anti_guild_update', 'remove', 'invite', edited, 0n, 'deleted an invite'),

  [Event.RoleCreate]: entry('anti_role', 'create', 'role', made, P.ManageRoles, 'made the role'),
  [Event.RoleUpdate]: entry('anti_role', 'change', 'role', edited, P.ManageRoles, 'changed the role'),
  [Event.RoleDelete]: entry('anti_role', 'remove', 'role', 1, P.ManageRoles, 'deleted the role'),

  [Event.ChannelCreate]: entry('anti_channel', 'create', 'channel', made, P.ManageChannels, 'made the channel'),
  [Event.ChannelUpdate]: entry(
    'anti_channel',
    'change',
    'channel',
    edited,
    P.ManageChannels | P.ManageRoles,
    'changed the channel',
  ),
  [Event.ChannelDelete]: entry('anti_channel', 'remove', 'channel', 1, P.ManageChannels, 'deleted the channel'),
  [Event.ChannelOverwriteCreate]: entry(
    'anti_channel',
    'change',
    'channel',
    edited,
    P.ManageRoles | P.ManageChannels,
    'added permissions in',
  ),
  [Event.ChannelOverwriteUpdate]: entry(
    'anti_channel',
    'change',
    'channel',
    edited,
    P.ManageRoles | P.ManageChannels,
    'changed permissions in',
  ),
  [Event.ChannelOverwriteDelete]: entry(
    'anti_channel',
    'change',
    'channel',
    0.1,
    P.ManageRoles | P.ManageChannels,
    'removed permissions in',
  ),
  [Event.ThreadDelete]: entry('anti_channel', 'remove', null, 0.02, P.ManageThreads, 'deleted the thread'),

  [Event.WebhookCreate]: entry('anti_webhook', 'create', 'webhook', 0.25, P.ManageWebhooks, 'made the webhook'),
  [Event.WebhookUpdate]: entry('anti_webhook', 'change', 'webhook', 0.25, P.ManageWebhooks, 'changed the webhook'),
  [Event.WebhookDelete]: entry('anti_webhook', 'remove', 'webhook', 1, P.ManageWebhooks, 'deleted the webhook'),

  [Event.IntegrationCreate]: entry('anti_integration', 'create', null, 0.25, P.ManageGuild, 'added an integration'),
  [Event.IntegrationUpdate]: entry('anti_integration', 'change', null, 0.5, P.ManageGuild, 'changed an integration'),
  [Event.IntegrationDelete]: entry('anti_integration', 'remove', null, 1, P.ManageGuild, 'removed an integration'),
  [Event.ApplicationCommandPermissionUpdate]: entry(
    'anti_integration',
    'change',
    null,
    0.25,
    P.ManageGuild | P.ManageRoles,
    'changed who may use a command',
  ),
  [Event.BotAdd]: entry('anti_emoji', 'create', null, 1, P.ManageGuild, 'added the bot'),

  [Event.GuildUpdate]: entry('anti_guild_update', 'change', 'guild', 0.25, P.ManageGuild, 'changed the server'),
  [Event.EmojiCreate]: entry('anti_guild_update', 'create', 'emoji', made, 0n, 'added the emoji'),
  [Event.EmojiUpdate]: entry('anti_guild_update', 'change', 'emoji', edited, 0n, 'changed the emoji'),
  [Event.EmojiDelete]: entry('anti_guild_update', 'remove', 'emoji', expressionGone, 0n, 'deleted the emoji'),
  [Event.StickerCreate]: entry('anti_guild_update', 'create', 'sticker', made, 0n, 'added the sticker'),
  [Event.StickerUpdate]: entry('anti_guild_update', 'change', 'sticker', edited, 0n, 'changed the sticker'),
  [Event.StickerDelete]: entry('anti_guild_update', 'remove', 'sticker', expressionGone, 0n, 'deleted the sticker'),
  [Event.SoundboardSoundCreate]: entry('anti_guild_update', 'create', 'sound', made, 0n, 'added the sound'),
  [Event.SoundboardSoundUpdate]: entry('anti_guild_update', 'change', 'sound', edited, 0n, 'changed the sound'),
  [Event.SoundboardSoundDelete]: entry('anti_guild_update', 'remove', 'sound', expressionGone, 0n, 'deleted the sound'),
  [Event.GuildScheduledEventCreate]: entry('anti_guild_update', 'create', 'event', made, 0n, 'made the event'),
  [Event.GuildScheduledEventUpdate]: entry('anti_guild_update', 'change', 'event', edited, 0n, 'changed the event'),
  [Event.GuildScheduledEventDelete]: entry('anti_guild_update', 'remove', 'event', 0.25, 0n, 'deleted the event'),
  [Event.AutoModerationRuleCreate]: entry(
    'anti_guild_update',
    'create',
    'rule',
    0.1,
    P.ManageGuild,
    'made the AutoMod rule',
  ),
  [Event.AutoModerationRuleUpdate]: entry(
    'anti_guild_update',
    'change',
    'rule',
    0.25,
    P.ManageGuild,
    'changed the AutoMod rule',
  ),
  [Event.AutoModerationRuleDelete]: entry(
    'anti_guild_update',
    'remove',
    'rule',
    ruleLost,
    P.ManageGuild,
    'deleted the AutoMod rule',
  ),
  [Event.OnboardingPromptCreate]: entry(
    'anti_guild_update',
    'change',
    null,
    oneOfMany,
    P.ManageGuild,
    'added a question',
  ),
  [Event.OnboardingPromptUpdate]: entry(
    'anti_guild_update',
    'change',
    null,
    oneOfMany,
    P.ManageGuild,
    'changed a question',
  ),
  [Event.OnboardingPromptDelete]: entry(
    'anti_guild_update',
    'remove',
    null,
    oneOfMany,
    P.ManageGuild,
    'removed a question',
  ),
  [Event.OnboardingCreate]: entry('anti_guild_update', 'change', null, 0.25, P.ManageGuild, 'set up onboarding'),
  [Event.OnboardingUpdate]: entry('anti_guild_update', 'change', null, 0.25, P.ManageGuild, 'changed onboarding'),
  [Event.HomeSettingsCreate]: entry('anti_guild_update', 'change', null, 0.1, P.ManageGuild, 'made the server guide'),
  [Event.HomeSettingsUpdate]: entry(
    'anti_guild_update',
    'change',
    null,
    0.1,
    P.ManageGuild,
    'changed the server guide',
  ),
}

/** The types that never count, each with the reason. Types that Discord adds later do not count, either. */
export const uncounted: Readonly<Partial<Record<number, string>>> = {
  [Event.MemberMove]: 'nothing is lost, and Discord reports only the first of many',
  [Event.MemberDisconnect]: 'nothing is lost, and Discord reports only the first of many',
  [Event.MessageDelete]: 'moderators do it all day, and no message can be put back',
  [Event.MessageBulkDelete]: 'moderators do it all day, and no message can be put back',
  [Event.MessagePin]: 'nothing is lost',
  [Event.MessageUnpin]: 'nothing is lost',
  [Event.StageInstanceCreate]: 'a stage lasts as long as people speak',
  [Event.StageInstanceUpdate]: 'a stage lasts as long as people speak',
  [Event.StageInstanceDelete]: 'a stage lasts as long as people speak',
  [Event.ThreadCreate]: 'anybody may start threads; what is written there is judged by auto-moderation',
  [Event.ThreadUpdate]: 'threads are archived and renamed all day',
  [Event.AutoModerationBlockMessage]: "done by Discord's AutoMod, not by the person named",
  [Event.AutoModerationFlagToChannel]: "done by Discord's AutoMod, not by the person named",
  [Event.AutoModerationUserCommunicationDisabled]: "done by Discord's AutoMod, not by the person named",
  [Event.AutoModerationQuarantineUser]: "done by Discord's AutoMod, not by the person named",
  [Event.CreatorMonetizationRequestCreated]: 'changes nothing in the server',
  [Event.CreatorMonetizationTermsAccepted]: 'changes nothing in the server',
  [Event.VoiceChannelStatusCreate]: 'a line that anybody in the channel may write',
  [Event.VoiceChannelStatusDelete]: 'a line that anybody in the channel may write',
}
