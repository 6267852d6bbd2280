import { option, type Suggestion, type TypingContext } from '#kernel/feature.ts'
import type moderation from '../contract.ts'
import { longestReason } from '../contract.ts'

/** The last option of most of these commands. */
export const reason = option.rest('why', { optional: true, max: longestReason })

/** Offers the quick reasons whose name or text contains what was typed. */
export const quickReasons = ({ own }: TypingContext<typeof moderation>, typed: string): Suggestion[] => {
  const wanted = typed.trim().toLowerCase()
  return own.reasonTemplates
    .filter(({ name, text }) => `${name} ${text}`.toLowerCase().includes(wanted))
    .map(({ name, text }) => ({ name: `${name}: ${text}`, value: name }))
}
