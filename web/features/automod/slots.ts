import type automod from '#features/automod/contract.ts'
import type { Slots } from '#web/app/slots.tsx'
import { StrikesCard, strikesOf } from './member/strikes-card.tsx'

const feature = 'automod' satisfies typeof automod.name

export default {
  member: [{ feature, column: 'side', place: 1, query: strikesOf, part: StrikesCard }],
} satisfies Slots
