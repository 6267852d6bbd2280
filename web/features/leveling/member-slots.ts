import type leveling from '#features/leveling/contract.ts'
import type { MemberSlots } from '#web/app/people/member-slots.tsx'
import { ActivityCard, activityOf } from './member/activity-card.tsx'
import { LevelCard, levelOf } from './member/level-card.tsx'

const feature = 'leveling' satisfies typeof leveling.name

export default {
  cards: [
    { feature, column: 'side', place: 2, query: levelOf, part: LevelCard },
    { feature, column: 'main', place: 4, leads: true, query: activityOf, part: ActivityCard },
  ],
} satisfies MemberSlots
