import { isDeepStrictEqual } from 'node:util'
import { postedFrom } from '#contract'
import type { Context } from '#kernel/feature.ts'
import type automod from '../contract.ts'
import { type AutomodSettings, form } from '../contract.ts'
import { demandValidPatterns } from '../text/pattern-validation.ts'

/** The saved settings, overlaid with the unsaved values of a form. */
export async function withDraftSettings(
  ctx: Pick<Context<typeof automod>, 'workers' | 'guild' | 'own'>,
  posted: Record<string, unknown> | undefined,
): Promise<AutomodSettings> {
  const { own } = ctx
  if (!posted) return own
  const changed = postedFrom(form, posted)
  if (changed.words && isDeepStrictEqual(changed.words, own.words)) delete changed.words
  else if (changed.words) await demandValidPatterns(ctx, ctx.guild.id, changed.words)
  return { ...own, ...changed }
}
