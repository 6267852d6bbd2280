import type moderation from '#features/moderation/contract.ts'
import type { MemberSlots } from '#web/app/people/member-slots.tsx'
import { CasesCard, casesOf } from './member/cases-card.tsx'

const feature = 'moderation' satisfies typeof moderation.name

export default {
  cards: [{ feature, column: 'main', place: 3, query: casesOf, part: CasesCard }],
} satisfies MemberSlots
