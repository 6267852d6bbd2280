import type antinuke from '#features/antinuke/contract.ts'
import type { Slots } from '#web/app/slots.tsx'
import { DashboardStrip } from './dashboard/dashboard-strip.tsx'
import { needs } from './dashboard/left-to-people.ts'
import { recentIncidents } from './dashboard/recent-incidents.ts'
import { PowerNote, postureOf } from './member/power-note.tsx'

const feature = 'antinuke' satisfies typeof antinuke.name

export default {
  dashboard: DashboardStrip,
  activity: recentIncidents,
  needs,
  roles: { feature, query: postureOf, part: PowerNote },
} satisfies Slots
