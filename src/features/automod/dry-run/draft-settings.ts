import { isDeepStrictEqual } from 'node:util'
import type { FormValues } from '../contract.ts'
import { type AutomodSettings, settingsFrom } from '../form-values.ts'
import { demandValidPatterns } from '../text/pattern-validation.ts'

/** The saved settings overlaid with a form that is not saved yet; an unchanged list of words keeps its engine. */
export function withDraftSettings(own: AutomodSettings, posted: FormValues | undefined): AutomodSettings {
  if (!posted) return own
  const changed = settingsFrom(posted)
  if (changed.words && isDeepStrictEqual(changed.words, own.words)) delete changed.words
  else if (changed.words) demandValidPatterns(changed.words)
  return { ...own, ...changed }
}
