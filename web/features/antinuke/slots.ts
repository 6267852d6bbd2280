import type { Slots } from '#web/app/slots.tsx'
import { DashboardStrip } from './dashboard/dashboard-strip.tsx'
import { needs } from './dashboard/open-tasks.ts'
import { recentIncidents } from './dashboard/recent-incidents.ts'

export default { dashboard: DashboardStrip, activity: recentIncidents, needs } satisfies Slots
