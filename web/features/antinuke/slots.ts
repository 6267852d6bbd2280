import type { Slots } from '#web/app/slots.tsx'
import { DashboardStrip } from './dashboard/dashboard-strip.tsx'

export default { dashboard: DashboardStrip } satisfies Slots
