import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { jobHandle, type Services } from '#kernel/feature.ts'
import { casePosts } from '../table.ts'

/** Updates a message of the moderation log to the present state of its cases. */
export const postTimer = jobHandle(z.object({ channelId: z.string(), messageId: z.string() }))

/** Changes within this time become one edit (ms). */
const gatheredMs = 1000

/**
 * Schedules updates of these cases' posts soon after `at` (Unix ms). Part of the transaction that changes the cases.
 * @param why 'end' schedules the update for the end of a case separately from one for the next change
 */
export function schedulePosts(
  { db, scheduler }: Pick<Services, 'db' | 'scheduler'>,
  guildId: string,
  numbers: readonly number[],
  at: number,
  why: 'change' | 'end' = 'change',
): void {
  const posts = db
    .selectDistinct({ channelId: casePosts.channelId, messageId: casePosts.messageId })
    .from(casePosts)
    .where(and(eq(casePosts.guildId, guildId), inArray(casePosts.number, [...numbers])))
    .all()
  for (const payload of posts) {
    const key = why === 'change' ? payload.messageId : `${payload.messageId}/${numbers.join()}`
    scheduler.at(postTimer, { key, at: at + gatheredMs, guildId, payload })
  }
}
