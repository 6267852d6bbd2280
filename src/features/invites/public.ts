import type { Database } from '#kernel/feature.ts'
import { and, eq } from 'drizzle-orm'
import type { Attribution } from './attribute.ts'
import { inviteJoins } from './table.ts'

export type { Attribution, Certainty } from './attribute.ts'
export { awaitAttribution } from './await-attribution.ts'
export { inviteBoard, invitesOf, type InviteCounts } from './counts.ts'

/** How a member came the last time, or undefined when nobody looked: tracking was off, or they came before the bot. */
export function attributionOf(db: Database, guildId: string, memberId: string): Attribution | undefined {
  const { via, certainty, inviterId, code, at } = inviteJoins
  return db
    .select({ via, certainty, inviterId, code, at })
    .from(inviteJoins)
    .where(and(eq(inviteJoins.guildId, guildId), eq(inviteJoins.userId, memberId)))
    .get()
}
