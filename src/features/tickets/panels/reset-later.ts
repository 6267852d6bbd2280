import { z } from 'zod'
import { jobHandle, type Services } from '#kernel/feature.ts'

export const resetOf = z.object({ panelId: z.string() })
export const resetting = jobHandle(resetOf)
/** If many people choose at the same time, one reset is enough. */
const pauseMs = 2000

/**
 * Schedules an edit of a panel's message. Discord's client keeps showing what somebody chose, and ignores choosing it
 * again, until the message changes.
 */
export function resetLater({ scheduler, now }: Services, guildId: string, panelId: string): void {
  scheduler.at(resetting, { at: now() + pauseMs, guildId, key: `${guildId}/${panelId}`, payload: { panelId } })
}
