import { z } from 'zod'
import { jobHandle, type Services } from '#kernel/feature.ts'

export const resetOf = z.object({ menuId: z.string() })
export const resetting = jobHandle(resetOf)
/** How long to wait (ms), so that many simultaneous choices need only one reset. */
const pauseMs = 2000

/**
 * Discord's client keeps showing a member's choice, and does nothing if they choose it again, until the message
 * changes. So this schedules an update of the message.
 */
export function resetLater({ scheduler, now }: Services, guildId: string, menuId: string): void {
  const key = `${guildId}/${menuId}`
  if (!scheduler.waits(resetting, key))
    scheduler.at(resetting, { at: now() + pauseMs, guildId, key, payload: { menuId } })
}
