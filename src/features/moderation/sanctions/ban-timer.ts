import { z } from 'zod'
import { jobHandle, type Services } from '#kernel/feature.ts'

const endingBan = z.object({
  userId: z.string(),
  userName: z.string(),
  /** Who ordered it: named in the reason that Discord shows for the ban. */
  moderatorId: z.string(),
  /** The case of the ban that ends; null for the ban in a softban, or if there is no case yet. */
  caseNumber: z.number().nullable(),
})
export type EndingBan = z.output<typeof endingBan>

export const banTimer = jobHandle(endingBan)

/** An act that may still fail has a separate timer, so that its failure does not affect the timer of another ban. */
const keyOf = (guildId: string, userId: string, actId?: number) =>
  `${guildId}/${userId}${actId === undefined ? '' : `/${actId}`}`

/**
 * Schedules lifting a ban at `at` (Unix ms); survives a restart. A later call for the same user changes the time.
 * @param actId the pending act that imposes the ban, until it becomes a case
 */
export function scheduleUnban(
  services: Pick<Services, 'scheduler'>,
  guildId: string,
  at: number,
  ban: EndingBan,
  actId?: number,
): void {
  services.scheduler.at(banTimer, { at, key: keyOf(guildId, ban.userId, actId), guildId, payload: ban })
}

export const cancelUnban = (
  services: Pick<Services, 'scheduler'>,
  guildId: string,
  userId: string,
  actId?: number,
): boolean => services.scheduler.cancel(banTimer, keyOf(guildId, userId, actId))
