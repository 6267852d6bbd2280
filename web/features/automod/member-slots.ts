import type automod from '#features/automod/contract.ts'
import type { MemberSlots } from '#web/app/people/member-slots.tsx'
import { StrikesCard, strikesOf } from './member/strikes-card.tsx'

const feature = 'automod' satisfies typeof automod.name

export default {
  cards: [{ feature, column: 'side', place: 1, query: strikesOf, part: StrikesCard }],
} satisfies MemberSlots
