import type { z } from 'zod'
import type invites from '#features/invites/contract.ts'

type Reply<N extends 'board' | 'joins' | 'codes'> = z.output<(typeof invites)['endpoints'][N]['reply']>
export type Inviter = Reply<'board'>['rows'][number]
export type Join = Reply<'joins'>['joins'][number]
export type Code = Reply<'codes'>['codes'][number]

/** What each certainty means, for the page's legend. */
export const certaintyLabels = {
  certain: { label: 'Certain', tone: 'success', meaning: 'No other explanation fits.' },
  likely: {
    label: 'Likely',
    tone: 'warning',
    meaning:
      'Several members joined at the same moment, or the bot was offline. The counts are right, but who used which invite is not certain.',
  },
  unknown: { label: 'Unknown', tone: 'neutral', meaning: 'No invite explains it, or several do.' },
} as const

/** Why a join does not count. */
export const fakeLabels: Record<NonNullable<Join['fake']>, string> = {
  young: 'Fake: young account',
  self: 'Fake: own invite',
  rejoin: 'Fake: came back',
}

/** How somebody joined, as a sentence without a subject. */
export function joinText(
  { via, code, inviter }: Join,
  nameOf: (person: NonNullable<Join['inviter']>) => string,
): string {
  if (via === 'bot') return 'Added by somebody who manages the server'
  if (via === 'vanity') return `By the server's own link ${code ?? ''}`
  if (via === 'unknown') return 'Unknown'
  const whose = inviter ? `Invited by ${nameOf(inviter)}` : 'With an invite whose creator is no longer known'
  return code === null ? whose : `${whose}, invite ${code}`
}

/** '12 came, 2 added, 1 fake, 3 left', without zeros. */
export function countsText({ tracked, added, fake, left }: Inviter): string {
  const parts = [
    `${tracked} came`,
    added !== 0 && `${added} added`,
    fake > 0 && `${fake} fake`,
    left > 0 && `${left} left`,
  ]
  return parts.filter(part => part !== false).join(', ')
}
