import { AutoModerationRuleTriggerType as Trigger } from 'discord.js'
import type { Word } from '../text/contract.ts'
import type { AutomodSettings } from '../contract.ts'

/** Discord's limits: https://docs.discord.com/developers/resources/auto-moderation#auto-moderation-rule-object-trigger-metadata */
const nativeLimits = {
  keywords: 1000,
  keyword: 60,
  patterns: 10,
  pattern: 260,
  roles: 20,
  channels: 50,
} as const

/** A rule of ours in Discord's terms. */
export interface NativeRule {
  key: 'words' | 'mentions' | 'spam'
  trigger: Trigger.Keyword | Trigger.MentionSpam | Trigger.Spam
  keywords: readonly string[]
  patterns: readonly string[]
  mentions: number | null
  roles: readonly string[]
  channels: readonly string[]
}

/** A setting that Discord's rules cannot express, and why. */
interface UnsupportedSetting {
  pattern: string
  why: string
}

/**
 * Syntax that means something different in Rust's regular expressions, which Discord uses, than in RE2: nested sets,
 * octal, quoting.
 */
const notInRust = /\\[QEC0-7]|&&|--|~~|\[[^\]]*(?<!\\)\[/

function whyUnsupported({ pattern, kind }: Word): string | undefined {
  if (kind !== 'regex')
    return pattern.length > nativeLimits.keyword
      ? `Discord's keywords have at most ${nativeLimits.keyword} characters.`
      : undefined
  if (pattern.length > nativeLimits.pattern)
    return `Discord's patterns have at most ${nativeLimits.pattern} characters.`
  return notInRust.test(pattern) ? 'Discord reads such patterns differently.' : undefined
}

const rule = (some: Partial<NativeRule> & Pick<NativeRule, 'key' | 'trigger'>): NativeRule => ({
  keywords: [],
  patterns: [],
  mentions: null,
  roles: [],
  channels: [],
  ...some,
})

/**
 * Translates the settings to rules of Discord's AutoMod, as far as it can express them.
 * @param moderating roles that may manage messages: this bot exempts members with such a role, Discord only those who
 * manage the server
 */
export function toNativeRules(
  own: AutomodSettings,
  moderating: readonly string[],
): { rules: NativeRule[]; left: UnsupportedSetting[] } {
  if (!own.enabled || !own.mirrorNative) return { rules: [], left: [] }
  const left: UnsupportedSetting[] = []
  const keywords: string[] = []
  const patterns: string[] = []
  for (const word of own.words) {
    const full = word.kind === 'regex' && patterns.length >= nativeLimits.patterns
    const why = full ? `Discord allows at most ${nativeLimits.patterns} patterns.` : whyUnsupported(word)
    if (why !== undefined) left.push({ pattern: word.pattern, why })
    else (word.kind === 'regex' ? patterns : keywords).push(word.pattern)
  }
  if (own.antiInvites)
    left.push({ pattern: 'Invites', why: "Discord cannot tell this server's own invites from others." })
  if (own.antiLinks) left.push({ pattern: 'Links', why: 'Discord has no rule for links.' })
  const wanted = [...new Set([...own.exemptRoles, ...(own.debug ? [] : moderating)])]
  if (wanted.length > nativeLimits.roles)
    left.push({
      pattern: 'Exempt roles',
      why: `Discord allows at most ${nativeLimits.roles}, so these are not all exempt there.`,
    })
  if (own.exemptChannels.length > nativeLimits.channels)
    left.push({
      pattern: 'Exempt channels',
      why: `Discord allows at most ${nativeLimits.channels}, so these are not all exempt there.`,
    })
  const exempt = {
    roles: wanted.slice(0, nativeLimits.roles),
    channels: own.exemptChannels.slice(0, nativeLimits.channels),
  }
  const rules = [
    ...(keywords.length + patterns.length > 0
      ? [rule({ key: 'words', trigger: Trigger.Keyword, keywords, patterns, ...exempt })]
      : []),
    ...(own.antiMassmention
      ? [rule({ key: 'mentions', trigger: Trigger.MentionSpam, mentions: own.maxMentions, ...exempt })]
      : []),
    ...(own.antiSpam ? [rule({ key: 'spam', trigger: Trigger.Spam, ...exempt })] : []),
  ]
  return { rules, left }
}

/** Identifies the content of a rule: everything that somebody may change, in a fixed order. */
export const fingerprint = (some: Omit<NativeRule, 'key'>, enabled = true): string =>
  JSON.stringify([
    enabled,
    some.trigger,
    some.keywords.toSorted(),
    some.patterns.toSorted(),
    some.mentions,
    some.roles.toSorted(),
    some.channels.toSorted(),
  ])
