import { z } from 'zod'
import { jobHandle, type Services } from '#kernel/feature.ts'

const endingBan = z.object({
  userId: z.string(),
  userName: z.string(),
  /** Who ordered it: named in the reason that Discord shows for the ban. */
  moderatorId: z.string(),
  /** The ban that ends; null where the ban is only half of a softban, or is no case yet. */
  caseNumber: z.number().nullable(),
})
export type EndingBan = z.output<typeof endingBan>

export const banTimer = jobHandle(endingBan)

/** An act that may still fail has a timer of its own: what becomes of it is nothing to the timer of another. */
const keyOf = (guildId: string, userId: string, actId?: number) =>
  `${guildId}/${userId}${actId === undefined ? '' : `/${actId}`}`

/**
 * Lifts a ban at `at` (Unix ms), also over a restart. A later call for the same user moves it.
 * @param actId the pending act that imposes the ban, as long as that is no case yet
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
