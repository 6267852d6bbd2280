import { state } from '#kernel/feature.ts'
import { recentCache } from '#kit/recent-cache.ts'
import type { TicketContext } from './duties.ts'

/** The greatest distance between Discord's event and its audit log entry about the same change of roles (ms). */
const apartMs = 60_000
/** How often an event reported a role of a member, and when last (Unix ms). */
const reportedRoles = state(() => recentCache<{ times: number; at: number }>(200))
const keyOf = (memberId: string, roleId: string) => `${memberId} ${roleId}`

/**
 * Notes that an event reported which roles somebody lost or gained, so that the audit log entry is not handled again.
 */
export function noteReportedRoles(ctx: TicketContext, memberId: string, roles: readonly string[]): void {
  const reported = reportedRoles(ctx, ctx.guild.id)
  const at = ctx.now()
  for (const role of roles) {
    const key = keyOf(memberId, role)
    const before = reported.get(key)
    const isLate = before === undefined || Math.abs(at - before.at) > apartMs
    reported.set(key, { times: isLate ? 1 : before.times + 1, at })
  }
}

/** Returns the roles in an audit log entry that no event reported, because nobody knew what the member had before. */
export const unreportedRoles = (ctx: TicketContext, memberId: string, roles: readonly string[]): string[] =>
  roles.filter(role => {
    const reported = reportedRoles(ctx, ctx.guild.id)
    const key = keyOf(memberId, role)
    const known = reported.get(key)
    if (!known || known.times === 0 || Math.abs(ctx.now() - known.at) > apartMs) return true
    reported.set(key, { ...known, times: known.times - 1 })
    return false
  })
