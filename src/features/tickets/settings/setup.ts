import type { Setup } from '#kernel/declarations/setup.ts'
import type tickets from '../contract.ts'

export const setup: Setup<typeof tickets> = ({ staffRole }) => ({ staff: { supportTeamRole: staffRole } })
