import { z } from 'zod'
import { snowflake } from '#contract'
import { jobHandle, type Services } from '#kernel/feature.ts'

/** The job that looks what the premium of a server asks for now. */
export const watching = jobHandle(z.object({ guildId: snowflake }))

/** Looks at once, or at a later moment instead of the one that was set. */
export const lookAgain = (
  { scheduler, now }: Pick<Services, 'scheduler' | 'now'>,
  guildId: string,
  at: number = now(),
): void => void scheduler.at(watching, { at, guildId, key: guildId, payload: { guildId } })
