import type leveling from '#features/leveling/contract.ts'
import type { MemberSlots } from '#web/app/people/member-slots.tsx'
import { LevelCard, levelOf } from './member/level-card.tsx'

const feature = 'leveling' satisfies typeof leveling.name

export default {
  cards: [{ feature, column: 'side', place: 2, query: levelOf, part: LevelCard }],
} satisfies MemberSlots
