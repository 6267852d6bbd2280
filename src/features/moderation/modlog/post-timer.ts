import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { jobHandle, type Services } from '#kernel/feature.ts'
import { casePosts } from '../table.ts'

/** Brings a message of the moderation log in line with the cases it shows. */
export const postTimer = jobHandle(z.object({ channelId: z.string(), messageId: z.string() }))

/** Changes in a row are one edit. */
const gatheredMs = 1000

/**
 * Has the posts of these cases rewritten soon after `at` (Unix ms). Part of the transaction that changes the cases.
 * @param why keeps an appointment of its own beside the next change: 'end' for when a case runs out
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
