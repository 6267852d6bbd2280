import {
  type APIAutoModerationRuleTriggerMetadata,
  AutoModerationActionType as Action,
  AutoModerationRuleTriggerType as Trigger,
} from 'discord-api-types/v10'
import { z } from 'zod'
import { optional, parseForm, refusal, snowflake, text, whole } from '../form.ts'
import { isPattern } from './match.ts'

const words = (most: number) => optional(z.array(z.string().min(1).max(60)).max(most))
/** Discord's error code for an invalid pattern is not documented. */
const pattern = z
  .string()
  .min(1)
  .max(260)
  .refine(isPattern, refusal('AUTO_MODERATION_INVALID_REGEX', 'Not a valid regular expression.'))
const patterns = optional(z.array(pattern).max(10))

/** 28 days, in seconds. */
const longestTimeout = 2_419_200

const action = z.discriminatedUnion('type', [
  z.object({
    type: z.literal(Action.BlockMessage),
    metadata: optional(z.object({ custom_message: optional(z.string().max(150)) })),
  }),
  z.object({ type: z.literal(Action.SendAlertMessage), metadata: z.object({ channel_id: snowflake }) }),
  z.object({ type: z.literal(Action.Timeout), metadata: z.object({ duration_seconds: whole(0, longestTimeout) }) }),
  z.object({ type: z.literal(Action.BlockMemberInteraction) }),
])

/** A rule's body; what it triggers on is read by `metadataOf`. Source: Discord's documentation, "Auto Moderation". */
export const ruleForm = z.object({
  name: text(100, 1),
  event_type: whole(1, 2),
  trigger_type: z.enum(Trigger),
  trigger_metadata: z.unknown().optional(),
  actions: z.array(action).min(1).max(5),
  enabled: optional(z.boolean()),
  exempt_roles: optional(z.array(snowflake).max(20)),
  exempt_channels: optional(z.array(snowflake).max(50)),
})

/** The trigger type cannot be changed. */
export const ruleEditForm = ruleForm.omit({ trigger_type: true }).partial()

/** The metadata that each trigger takes, with defaults filled in. */
const metadataForms = {
  [Trigger.Keyword]: keywords(),
  [Trigger.MemberProfile]: keywords(),
  [Trigger.Spam]: z.object({}),
  [Trigger.KeywordPreset]: z
    .object({ presets: optional(z.array(whole(1, 3))), allow_list: words(1000) })
    .transform(({ presets = [], allow_list = [] }) => ({ presets, allow_list })),
  [Trigger.MentionSpam]: z
    .object({
      mention_total_limit: optional(whole(0, 50)),
      mention_raid_protection_enabled: optional(z.boolean()),
    })
    .transform(({ mention_total_limit = 20, mention_raid_protection_enabled = false }) => ({
      mention_total_limit,
      mention_raid_protection_enabled,
    })),
} satisfies Record<Trigger, z.ZodType<APIAutoModerationRuleTriggerMetadata>>

function keywords() {
  return z
    .object({ keyword_filter: words(1000), regex_patterns: patterns, allow_list: words(100) })
    .transform(({ keyword_filter = [], regex_patterns = [], allow_list = [] }) => ({
      keyword_filter,
      regex_patterns,
      allow_list,
    }))
}

/** @throws DiscordError 50035 that names the field within `trigger_metadata` */
export const metadataOf = (trigger: Trigger, trigger_metadata: unknown): APIAutoModerationRuleTriggerMetadata =>
  parseForm(z.object({ trigger_metadata: metadataForms[trigger] }), { trigger_metadata: trigger_metadata ?? {} })
    .trigger_metadata

/** How many rules of a kind a guild may have. */
export const mostRules: Record<Trigger, number> = {
  [Trigger.Keyword]: 6,
  [Trigger.Spam]: 1,
  [Trigger.KeywordPreset]: 1,
  [Trigger.MentionSpam]: 1,
  [Trigger.MemberProfile]: 1,
}
