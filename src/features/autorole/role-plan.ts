import type { Settings } from '#contract'
import type autorole from './contract.ts'

type Own = Pick<Settings<typeof autorole>, 'memberRoles' | 'botRoles' | 'waitForScreening' | 'stickyRoles'>

export interface Newcomer {
  bot: boolean
  /** Has not accepted the server's rules yet. */
  pending: boolean
  /** Roles they have. */
  held: readonly string[]
  /** Roles they had when they left, if they were here before. */
  before: readonly string[]
}

/** What is to be done for somebody who joined. */
export type Plan = { kind: 'wait' } | { kind: 'give'; roleIds: string[] }

export function planFor(own: Own, { bot, pending, held, before }: Newcomer): Plan {
  const wanted = [...(bot ? own.botRoles : own.memberRoles), ...(own.stickyRoles ? before : [])]
  const roleIds = [...new Set(wanted)].filter(id => !held.includes(id))
  return pending && own.waitForScreening && roleIds.length > 0 ? { kind: 'wait' } : { kind: 'give', roleIds }
}
