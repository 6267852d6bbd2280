import {
  type APIAutoModerationRule,
  AutoModerationRuleEventType,
  AutoModerationRuleTriggerType as Trigger,
} from 'discord-api-types/v10'
import type { Conditions } from '../../conditions.ts'
import type { Sandbox } from '../../context.ts'
import { guildPermissions } from '../guard.ts'
import { parentIdOf } from '../lookup.ts'
import { permission } from '../permissions.ts'
import type { ChannelState, GuildState } from '../state.ts'
import { findKeyword, type Match, matchKeywords, matchMentions } from './match.ts'

/**
 * Discord does not publish its word sets. These few stand in for them, so that a preset can be seen working: mild words
 * where possible, made-up ones otherwise.
 */
const presetWords: Readonly<Record<number, readonly string[]>> = {
  /** Profanity. */
  1: ['damn*', 'bastard*', 'bollocks', 'bugger*'],
  /** Sexual content. */
  2: ['xxx', 'porn*', 'nsfwpics'],
  /** Slurs. */
  3: ['slurword*'],
}

export interface BrokenRule extends Match {
  rule: APIAutoModerationRule
}

/** Server managers are never filtered. Source: Discord's support pages, "AutoMod FAQ". */
const exempting = permission.ManageGuild | permission.Administrator

/**
 * The rules that a text breaks, in the order of their creation.
 * @param channelId where it is written; an exempt channel or category exempts what is below it
 */
export function brokenRules(
  sandbox: Sandbox,
  state: GuildState,
  userId: string,
  channelId: string,
  text: string,
): BrokenRule[] {
  if (text === '' || state.autoModerationRules.size === 0) return []
  const { autoModeration } = sandbox.conditions
  if (sandbox.world.accounts.get(userId)?.bot && !autoModeration.judgesBots) return []
  if ((guildPermissions(sandbox, userId, state.guild.id) & exempting) !== 0n) return []
  const places = placesAround(sandbox, channelId)
  const roles = state.members.get(userId)?.roles ?? []
  return [...state.autoModerationRules.values()].flatMap(rule => {
    if (!rule.enabled || rule.event_type !== AutoModerationRuleEventType.MessageSend) return []
    if (rule.exempt_roles.some(id => roles.includes(id)) || rule.exempt_channels.some(id => places.includes(id)))
      return []
    const match = matchRule(rule, text, autoModeration)
    return match ? [{ rule, ...match }] : []
  })
}

function matchRule(rule: APIAutoModerationRule, text: string, how: Conditions['autoModeration']): Match | undefined {
  const metadata = rule.trigger_metadata
  switch (rule.trigger_type) {
    case Trigger.Keyword:
      return matchKeywords(text, metadata, how.patternsIgnoreCase)
    case Trigger.KeywordPreset: {
      const keyword_filter = (metadata.presets ?? []).flatMap(preset => presetWords[preset] ?? [])
      return matchKeywords(text, { keyword_filter, allow_list: metadata.allow_list ?? [] }, true)
    }
    case Trigger.Spam: {
      const isSpam = how.spamPhrases.some(phrase => findKeyword(text, phrase) !== undefined)
      return isSpam ? { keyword: null, content: null } : undefined
    }
    case Trigger.MentionSpam:
      return matchMentions(text, metadata.mention_total_limit ?? 0)
    // Profiles are not checked when a message is sent.
    default:
      return undefined
  }
}

/** The channel, the one it is a thread of, and their category. */
function placesAround(sandbox: Sandbox, channelId: string): string[] {
  const places: string[] = []
  let id: string | undefined = channelId
  while (id !== undefined) {
    places.push(id)
    const state: ChannelState | undefined = sandbox.world.channels.get(id)
    id = state && parentIdOf(state.channel)
  }
  return places
}
