import { z } from 'zod'
import { jobHandle, type Services } from '#kernel/feature.ts'

export const resetOf = z.object({ menuId: z.string() })
export const resetting = jobHandle(resetOf)
/** Many who choose at once need one reset. */
const pauseMs = 2000

/**
 * Discord's client keeps showing what somebody chose, and does nothing when they choose it again, until the message
 * changes.
 */
export function resetLater({ scheduler, now }: Services, guildId: string, menuId: string): void {
  const key = `${guildId}/${menuId}`
  if (!scheduler.waits(resetting, key))
    scheduler.at(resetting, { at: now() + pauseMs, guildId, key, payload: { menuId } })
}
