import type { Slots } from '#web/app/slots.tsx'
import { recentIncidents } from './dashboard/recent-incidents.ts'
import { DashboardStrip } from './dashboard/dashboard-strip.tsx'

export default { dashboard: DashboardStrip, activity: recentIncidents } satisfies Slots
