import type { Slots } from '#web/app/slots.tsx'
import { FeatureFindings } from './feature-findings.tsx'
import { examination } from './findings.ts'
import { HealthStrip } from './health.tsx'

export default { findings: { part: FeatureFindings, query: examination }, dashboard: HealthStrip } satisfies Slots
