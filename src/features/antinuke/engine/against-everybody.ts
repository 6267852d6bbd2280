import { AutoModerationActionType as Does } from 'discord.js'
import type { ActionFacts, AuditEntry } from './audit-entry.ts'
import { changeOf } from './audit-changes.ts'
import { matchesNearlyAll } from './everyday-lines.ts'

/** Recognizes rules of Discord's AutoMod that let nobody write. */

/**
 * A single letter with an asterisk. In these scripts nearly every message has such a word; elsewhere one letter may be
 * a word by itself.
 */
const anyWord =
  /^(?:\*[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}]\*?|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}]\*)$/u
/** Discord's patterns that match any text. */
const anyText = /^(?:\(\?\w+\))?\^?\(?(?:\.|\\[wS]|\[\\s\\S\]|\[\\w\\W\])[+*]?\??\)?\$?$/

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

/** What a rule looks for. */
interface Sought {
  keywords: readonly string[]
  patterns: readonly string[]
}

const isBlanket = ({ keywords, patterns }: Sought, letters: readonly string[]): boolean =>
  keywords.some(word => anyWord.test(word.trim())) ||
  patterns.some(pattern => anyText.test(pattern.trim())) ||
  matchesNearlyAll(keywords, patterns, letters)

function soughtIn(metadata: unknown): Sought {
  const { keyword_filter: keywords, regex_patterns: patterns } = { ...(metadata as object | undefined) } as Readonly<
    Record<string, unknown>
  >
  return { keywords: textsIn(keywords), patterns: textsIn(patterns) }
}

/** Somebody timed out for longer than this needs a person to end the timeout (s). */
const briefSeconds = 3600

const silencesIn = (actions: unknown): boolean =>
  Array.isArray(actions) &&
  actions.some((one: unknown) => {
    if (typeof one !== 'object' || one === null || !('type' in one)) return false
    const metadata = 'metadata' in one && typeof one.metadata === 'object' ? one.metadata : null
    const seconds = metadata && 'duration_seconds' in metadata ? Number(metadata.duration_seconds) : 0
    return one.type === Does.BlockMemberInteraction || (one.type === Does.Timeout && seconds > briefSeconds)
  })

/**
 * Whether an entry turns a rule into one that blocks whatever anybody writes ('stops'), or into one that also times
 * people out for long ('silences').
 * @param known the rule as it was last seen, if it was: it fills in what the entry does not change
 * @param facts without them, people are taken to write in Latin letters, and no rule is bait
 */
export function againstEverybody(
  entry: AuditEntry,
  known: Readonly<Record<string, unknown>> = {},
  { isBait, letters }: Pick<ActionFacts, 'isBait' | 'letters'> = {},
): 'stops' | 'silences' | undefined {
  const added: Sought = {
    keywords: textsIn(changeOf(entry, '$add_keyword_filter')?.new_value),
    patterns: textsIn(changeOf(entry, '$add_regex_patterns')?.new_value),
  }
  const valueOf = (key: string, which: 'old_value' | 'new_value'): unknown => {
    const change = changeOf(entry, key)
    return change ? change[which] : known[key]
  }
  /** The known rule may or may not contain yet what this entry added. */
  const soughtBy = (which: 'old_value' | 'new_value'): Sought => {
    const { keywords, patterns } = soughtIn(valueOf('trigger_metadata', which))
    return which === 'new_value'
      ? { keywords: [...keywords, ...added.keywords], patterns: [...patterns, ...added.patterns] }
      : {
          keywords: keywords.filter(word => !added.keywords.includes(word)),
          patterns: patterns.filter(pattern => !added.patterns.includes(pattern)),
        }
  }
  const harm = (which: 'old_value' | 'new_value'): number => {
    const enabled = valueOf('enabled', which)
    const isOn = changeOf(entry, 'enabled') ? enabled === true : enabled !== false
    if (!isOn || !isBlanket(soughtBy(which), letters?.() ?? [])) return 0
    if (isBait?.(textsIn(valueOf('exempt_channels', which)))) return 0
    return silencesIn(valueOf('actions', which)) ? 2 : 1
  }
  const now = harm('new_value')
  if (now <= harm('old_value')) return undefined
  return now === 2 ? 'silences' : 'stops'
}
