import { isMomentAlone, lengthAlone } from '#kit/duration.ts'
import { option, type Suggestion, type TypingContext } from '#kernel/feature.ts'
import type moderation from '../contract.ts'
import { longestReason } from '../contract.ts'

/** The last option of most of these commands. */
export const reason = option.rest('why', { optional: true, max: longestReason })

/**
 * The reason for an act without a duration, which is done at once: a duration or a moment alone is refused. A number
 * alone is accepted, as it may name a rule.
 * @param isMistaken what else is no reason, as a sentence that follows the text
 */
export const reasonAtOnce = (isMistaken?: (text: string) => string | undefined) =>
  option.rest('why', {
    optional: true,
    max: longestReason,
    mistaken(text: string) {
      if (lengthAlone(text) !== undefined)
        return 'is a length of time, which this command does not take: `{prefix}timeout`, `{prefix}ban` and `{prefix}lock` do.'
      return isMomentAlone(text) ? 'says when, and this is done at once.' : isMistaken?.(text)
    },
  })
export const reasonWithoutTime = reasonAtOnce()

/** Suggests the quick reasons whose name or text contains what was typed. */
export const suggestQuickReasons = ({ own }: TypingContext<typeof moderation>, typed: string): Suggestion[] => {
  const wanted = typed.trim().toLowerCase()
  return own.reasonTemplates
    .filter(({ name, text }) => `${name} ${text}`.toLowerCase().includes(wanted))
    .map(({ name, text }) => ({ name: `${name}: ${text}`, value: name }))
}
