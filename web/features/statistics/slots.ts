import type { Slots } from '#web/app/slots.tsx'
import { Movement } from './movement.tsx'

export default { dashboard: Movement } satisfies Slots
