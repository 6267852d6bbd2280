import { z } from 'zod'
import { snowflake } from '#contract'
import { jobHandle, type Services } from '#kernel/feature.ts'

/** The job that checks what a server's premium requires now. */
export const watching = jobHandle(z.object({ guildId: snowflake }))

/** Runs the check now, or at a later time in place of the scheduled one. */
export const scheduleCheck = (
  { scheduler, now }: Pick<Services, 'scheduler' | 'now'>,
  guildId: string,
  at: number = now(),
): void => void scheduler.at(watching, { at, guildId, key: guildId, payload: { guildId } })
