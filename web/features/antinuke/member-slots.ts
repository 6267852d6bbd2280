import type antinuke from '#features/antinuke/contract.ts'
import type { MemberSlots } from '#web/app/people/member-slots.tsx'
import { PowerNote, postureOf } from './member/power-note.tsx'

const feature = 'antinuke' satisfies typeof antinuke.name

export default {
  roles: { feature, query: postureOf, part: PowerNote },
} satisfies MemberSlots
