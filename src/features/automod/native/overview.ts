import type { Reply } from '#contract'
import type { Context } from '#kernel/feature.ts'
import type automod from '../contract.ts'
import type { NativeRule } from './rule-translation.ts'
import { wantedRules, storedRules } from './sync.ts'
import { ruleNameInDiscord } from './discord-rules.ts'

/** The state of the rules in Discord's AutoMod, for the page. */
export function nativeState(ctx: Context<typeof automod>): Reply<typeof automod.endpoints.native> {
  const { rules: wanted, left } = wantedRules(ctx, ctx.guild)
  const known = storedRules(ctx.db, ctx.guild.id)
  const states = wanted.map(({ key }) => {
    const row = known.find(one => one.key === key)
    const state = !row ? 'waiting' : row.problem !== null ? 'failed' : row.changed ? 'changed' : 'active'
    const deleted = 'Somebody deleted it in Discord. Save the settings to create it again.'
    const edited = 'Somebody changed it in Discord. Save any change to the settings to put it right.'
    const problem = row?.problem ?? (row?.changed ? (row.ruleId === null ? deleted : edited) : null)
    return { key, name: ruleNameInDiscord(ctx.config.productName, key), state, problem } as const
  })
  const kept = known
    .filter(({ key, problem }) => problem !== null && !wanted.some(rule => rule.key === key))
    .map(({ key, problem }) => ({
      key,
      name: ruleNameInDiscord(ctx.config.productName, key as NativeRule['key']),
      state: 'failed' as const,
      problem,
    }))
  return { rules: [...states, ...kept], left }
}
