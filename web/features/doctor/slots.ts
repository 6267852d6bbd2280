import type { Slots } from '#web/app/slots.tsx'
import { FeatureFindings } from './feature-findings.tsx'
import { HealthStrip } from './health.tsx'

export default { findings: FeatureFindings, dashboard: HealthStrip } satisfies Slots
