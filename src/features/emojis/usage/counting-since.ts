import { eq } from 'drizzle-orm'
import { type Services, state } from '#kernel/feature.ts'
import { emojiCounting } from '../table.ts'

type Here = Pick<Services, 'db' | 'memory' | 'now'>

/** Whether it is surely noted that a server's emojis are counted. */
const noted = state(() => ({ isNoted: false }))

/** Notes since when a server's emojis are counted; does nothing from the second call on. */
export function noteCounting(services: Here, guildId: string): void {
  const known = noted(services, guildId)
  if (known.isNoted) return
  services.db.insert(emojiCounting).values({ guildId, since: services.now() }).onConflictDoNothing().run()
  known.isNoted = true
}

/** Notes that they are not counted any more: what comes later begins anew. */
export function noteNoCounting(services: Here, guildId: string): void {
  services.db.delete(emojiCounting).where(eq(emojiCounting.guildId, guildId)).run()
  noted(services, guildId).isNoted = false
}

/** Since when they are counted without a pause (Unix ms). */
export const countingSince = ({ db }: Pick<Services, 'db'>, guildId: string): number | undefined =>
  db.select({ since: emojiCounting.since }).from(emojiCounting).where(eq(emojiCounting.guildId, guildId)).get()?.since
