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

const keyOf = (guildId: string, userId: string) => `${guildId}/${userId}`

/** Lifts a ban at `at` (Unix ms), also over a restart. A later call for the same user moves it. */
export function scheduleUnban(
  services: Pick<Services, 'scheduler'>,
  guildId: string,
  at: number,
  ban: EndingBan,
): void {
  services.scheduler.at(banTimer, { at, key: keyOf(guildId, ban.userId), guildId, payload: ban })
}

export const cancelUnban = (services: Pick<Services, 'scheduler'>, guildId: string, userId: string): boolean =>
  services.scheduler.cancel(banTimer, keyOf(guildId, userId))
