import type { ShownMember } from '#kernel/members/contract.ts'
import { dateText } from '#web/app/dates.ts'
import { inWords } from '#web/app/in-words.ts'

type Shown = Pick<ShownMember, 'state' | 'joinedAt' | 'createdAt'>

/** 'member since 8 Mar 2026'; undefined for somebody who is not in the server. */
export const sinceText = ({ state, joinedAt }: Shown): string | undefined =>
  state === 'here' && joinedAt !== null ? `member since ${dateText(joinedAt)}` : undefined

/** 'account created 8 Mar 2022' */
export const accountText = ({ createdAt }: Shown): string => `account created ${dateText(createdAt)}`

const hidden = {
  timeout: 'Whether they are timed out is not shown: this requires the Timeout Members permission.',
  ban: 'Whether they are banned is not shown: this requires the Ban Members permission.',
  'bans-hidden': 'Whether they are banned is not known: I may not see bans here without the Ban Members permission.',
  'bans-unread': 'Whether they are banned is not known: Discord did not say. Reload the page to ask again.',
} as const

/** What a member's page leaves out for this viewer, as one line; undefined if nothing. */
export function withheldText(withheld: ShownMember['withheld'], features: readonly string[]): string | undefined {
  const parts = [
    features.length > 0 && `You do not have access to ${inWords(features)}, so their cards are not shown.`,
    withheld !== null && hidden[withheld],
  ].filter(part => part !== false)
  return parts.length === 0 ? undefined : parts.join(' ')
}
