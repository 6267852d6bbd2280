import { eq } from 'drizzle-orm'
import { type Services, state } from '#kernel/feature.ts'
import { emojiCounting } from '../table.ts'

type Here = Pick<Services, 'db' | 'memory' | 'now'>

/** Whether the start of counting is known to be stored. */
const noted = state(() => ({ isNoted: false }))

/** Stores when counting a server's emojis began; does nothing on further calls. */
export function noteCounting(services: Here, guildId: string): void {
  const known = noted(services, guildId)
  if (known.isNoted) return
  services.db.insert(emojiCounting).values({ guildId, since: services.now() }).onConflictDoNothing().run()
  known.isNoted = true
}

/** Records that counting has stopped; it starts over when it is switched on again. */
export function noteNoCounting(services: Here, guildId: string): void {
  services.db.delete(emojiCounting).where(eq(emojiCounting.guildId, guildId)).run()
  noted(services, guildId).isNoted = false
}

/** When the current, uninterrupted counting began (Unix ms). */
export const countingSince = ({ db }: Pick<Services, 'db'>, guildId: string): number | undefined =>
  db.select({ since: emojiCounting.since }).from(emojiCounting).where(eq(emojiCounting.guildId, guildId)).get()?.since
