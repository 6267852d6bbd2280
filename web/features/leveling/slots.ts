import type leveling from '#features/leveling/contract.ts'
import type { Slots } from '#web/app/slots.tsx'
import { LevelCard, levelOf } from './member/level-card.tsx'

const feature = 'leveling' satisfies typeof leveling.name

export default {
  member: [{ feature, column: 'side', place: 2, query: levelOf, part: LevelCard }],
} satisfies Slots
