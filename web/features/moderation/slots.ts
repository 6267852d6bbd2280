import type moderation from '#features/moderation/contract.ts'
import type { Slots } from '#web/app/slots.tsx'
import { CaseChart } from './dashboard/case-chart.tsx'
import { RecentCases } from './dashboard/recent-cases.tsx'

const feature = 'moderation' satisfies typeof moderation.name

export default {
  charts: { feature, part: CaseChart },
  recent: { feature, part: RecentCases },
} satisfies Slots
