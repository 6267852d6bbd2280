import { lengthAlone } from '#kit/duration.ts'
import { option, type Suggestion, type TypingContext } from '#kernel/feature.ts'
import type moderation from '../contract.ts'
import { longestReason } from '../contract.ts'

/** The last option of most of these commands. */
export const reason = option.rest('why', { optional: true, max: longestReason })

/**
 * The reason for an act without a duration: a duration alone is refused. A number alone is accepted, as it may name a
 * rule.
 */
export const reasonWithoutTime = option.rest('why', {
  optional: true,
  max: longestReason,
  mistaken: (text: string) =>
    lengthAlone(text) !== undefined
      ? 'is a length of time, which this command does not take: `{prefix}timeout` and `{prefix}ban` do.'
      : undefined,
})

/** Suggests the quick reasons whose name or text contains what was typed. */
export const suggestQuickReasons = ({ own }: TypingContext<typeof moderation>, typed: string): Suggestion[] => {
  const wanted = typed.trim().toLowerCase()
  return own.reasonTemplates
    .filter(({ name, text }) => `${name} ${text}`.toLowerCase().includes(wanted))
    .map(({ name, text }) => ({ name: `${name}: ${text}`, value: name }))
}
