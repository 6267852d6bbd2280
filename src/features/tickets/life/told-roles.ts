import { state } from '#kernel/feature.ts'
import { recentCache } from '#kit/recent-cache.ts'
import type { TicketContext } from './duties.ts'

/** The greatest distance between Discord's event and its audit log entry about the same change of roles (ms). */
const apartMs = 60_000
/** How often an event reported a role of a member, and when last (Unix ms). */
const toldIn = state(() => recentCache<{ times: number; at: number }>(200))
const keyOf = (memberId: string, roleId: string) => `${memberId} ${roleId}`

/**
 * Notes that an event reported which roles somebody lost or gained, so that the audit log entry is not handled again.
 */
export function noteTold(ctx: TicketContext, memberId: string, roles: readonly string[]): void {
  const told = toldIn(ctx, ctx.guild.id)
  const at = ctx.now()
  for (const role of roles) {
    const key = keyOf(memberId, role)
    const before = told.get(key)
    const isLate = before === undefined || Math.abs(at - before.at) > apartMs
    told.set(key, { times: isLate ? 1 : before.times + 1, at })
  }
}

/** Returns the roles in an audit log entry that no event reported, because nobody knew what the member had before. */
export const untoldOf = (ctx: TicketContext, memberId: string, roles: readonly string[]): string[] =>
  roles.filter(role => {
    const told = toldIn(ctx, ctx.guild.id)
    const key = keyOf(memberId, role)
    const known = told.get(key)
    if (!known || known.times === 0 || Math.abs(ctx.now() - known.at) > apartMs) return true
    told.set(key, { ...known, times: known.times - 1 })
    return false
  })
