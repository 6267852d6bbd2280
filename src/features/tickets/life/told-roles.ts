import { state } from '#kernel/feature.ts'
import { lately } from '#kit/recent-cache.ts'
import type { TicketContext } from './duties.ts'

/** So far Discord's event and its audit log, which both tell of roles given and taken, are apart (ms). */
const apartMs = 60_000
/** How often it was told, and when last (Unix ms), by member and role. */
const toldIn = state(() => lately<{ times: number; at: number }>(200))
const keyOf = (memberId: string, roleId: string) => `${memberId} ${roleId}`

/** Discord's event has told which roles somebody has lost or gained: what follows from that is done. */
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

/** Which of the roles that the audit log tells of the event did not: where nobody knew what somebody held before. */
export const untoldOf = (ctx: TicketContext, memberId: string, roles: readonly string[]): string[] =>
  roles.filter(role => {
    const told = toldIn(ctx, ctx.guild.id)
    const key = keyOf(memberId, role)
    const known = told.get(key)
    if (!known || known.times === 0 || Math.abs(ctx.now() - known.at) > apartMs) return true
    told.set(key, { ...known, times: known.times - 1 })
    return false
  })
