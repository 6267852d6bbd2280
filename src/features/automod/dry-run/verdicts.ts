import type { Context } from '#kernel/feature.ts'
import type automod from '../contract.ts'
import type { Verdict } from '../contract.ts'
import { type BrokenRule, brokenRules, ruleVerdicts } from '../rules/evaluate.ts'
import { withoutOwnInvites } from '../rules/own-invites.ts'
import type { RuleInput } from '../rules/rule.ts'

/** The verdict of every rule on a message, and the rules that it breaks; invites are spared as in real messages. */
export async function verdictsOn(
  ctx: Context<typeof automod>,
  input: RuleInput,
): Promise<{ verdicts: Verdict[]; violations: BrokenRule[] }> {
  const hits = brokenRules(input) ?? []
  const violations = await withoutOwnInvites(ctx, ctx.guild, input.own, hits, true)
  const verdicts = ruleVerdicts(input).map(verdict =>
    verdict.state === 'hit' && !violations.some(({ rule }) => rule.name === verdict.rule)
      ? {
          ...verdict,
          state: 'clear' as const,
          sentence: 'Its invite leads to this server, or to one you allow.',
          evidence: [],
        }
      : verdict,
  )
  return { verdicts, violations }
}
