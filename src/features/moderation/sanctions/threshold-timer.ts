import { z } from 'zod'
import { jobHandle, type Services } from '#kernel/feature.ts'

/** How long after a warning at the limit the action is tried again, in case the process was killed in between (ms). */
const rescueMs = 30_000

export const thresholdTimer = jobHandle(
  z.object({
    userId: z.string(),
    /** The case number of the warning that reached the limit. */
    warning: z.number(),
  }),
)

const keyOf = (guildId: string, userId: string) => `${guildId}/${userId}`

/** Schedules another try of the action at the warning limit. Part of the warning's transaction. */
export function scheduleThresholdTimer(
  services: Pick<Services, 'scheduler' | 'now'>,
  guildId: string,
  payload: { userId: string; warning: number },
): void {
  const at = services.now() + rescueMs
  services.scheduler.at(thresholdTimer, { key: keyOf(guildId, payload.userId), at, guildId, payload })
}

export const cancelThreshold = (services: Pick<Services, 'scheduler'>, guildId: string, userId: string): boolean =>
  services.scheduler.cancel(thresholdTimer, keyOf(guildId, userId))
