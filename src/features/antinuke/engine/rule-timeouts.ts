import { AuditLogEvent } from 'discord.js'
import type { CountedAction } from './action-rows.ts'
import type { Moderation } from './moderation.ts'

/**
 * Handles timeouts by rules of Discord's AutoMod that attackers made or changed, in the seconds until the rules are put
 * back.
 */

const made: number = AuditLogEvent.AutoModerationRuleCreate
/** Entries about rules that were made or changed. */
export const ruleEntries: readonly number[] = [made, AuditLogEvent.AutoModerationRuleUpdate]

/** The rules that somebody made or changed, each with the first thing that they did to it. */
export const rulesOf = (done: readonly CountedAction[]): Map<string, CountedAction> =>
  new Map(
    done
      .filter(({ type }) => ruleEntries.includes(type))
      .toSorted((a, b) => b.at - a.at)
      .flatMap(one => (one.targetId === null ? [] : [[one.targetId, one]])),
  )

/** The attacker's action behind a timeout, if one of these rules made it after it was theirs. */
export function ruleActionBehind(
  rules: ReadonlyMap<string, CountedAction>,
  { kind, actorId, at }: Moderation,
): CountedAction | undefined {
  const rule = kind === 'rule-timeout' ? rules.get(actorId ?? '') : undefined
  return rule && (rule.type === made || at >= rule.at) ? rule : undefined
}

/** The kind of decision about somebody: a timeout by a rule is a timeout. */
export const decisionKindOf = ({ kind }: Pick<Moderation, 'kind'>): Exclude<Moderation['kind'], 'rule-timeout'> =>
  kind === 'rule-timeout' ? 'timeout' : kind

/**
 * The decisions since the last timeout by a rule. Somebody whom a rule times out has just written, so whatever was
 * decided before was over by then.
 */
export const sinceLastRuleTimeout = (all: readonly Moderation[]): readonly Moderation[] =>
  all.slice(
    Math.max(
      0,
      all.findLastIndex(({ kind }) => kind === 'rule-timeout'),
    ),
  )
