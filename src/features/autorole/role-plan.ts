import type { Settings } from '#contract'
import type autorole from './contract.ts'

type Own = Pick<Settings<typeof autorole>, 'memberRoles' | 'botRoles' | 'waitForScreening' | 'stickyRoles'>

interface Newcomer {
  bot: boolean
  /** Has not accepted the server's rules yet. */
  pending: boolean
  /** Roles they have. */
  currentRoles: readonly string[]
  /** Roles they had when they left, if they were here before. */
  rolesAtDeparture: readonly string[]
}

/** What to do for somebody who joined. */
type RolePlan = { kind: 'wait' } | { kind: 'give'; roleIds: string[] }

export function planRoles(own: Own, { bot, pending, currentRoles, rolesAtDeparture }: Newcomer): RolePlan {
  const wanted = [...(bot ? own.botRoles : own.memberRoles), ...(own.stickyRoles ? rolesAtDeparture : [])]
  const roleIds = [...new Set(wanted)].filter(id => !currentRoles.includes(id))
  return pending && own.waitForScreening && roleIds.length > 0 ? { kind: 'wait' } : { kind: 'give', roleIds }
}
