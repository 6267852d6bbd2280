import { lazy } from 'react'
import type moderation from '#features/moderation/contract.ts'
import type { MemberSlots } from '#web/app/people/member-slots.tsx'
import { actsOn, lookOf } from './member/acts.ts'
import { CasesCard, casesOf } from './member/cases-card.tsx'

const feature = 'moderation' satisfies typeof moderation.name

export default {
  cards: [{ feature, column: 'main', place: 3, query: casesOf, part: CasesCard }],
  // Loaded on demand: nothing else needs the schemas.
  acts: { feature, query: actsOn, look: lookOf, part: lazy(() => import('./member/act-dialog.tsx')) },
} satisfies MemberSlots
