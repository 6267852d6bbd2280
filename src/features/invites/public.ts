import type { Database } from '#kernel/feature.ts'
import { and, eq } from 'drizzle-orm'
import type { Attribution } from './attribute.ts'
import { inviteJoins } from './table.ts'

export type { Attribution, Certainty } from './attribute.ts'
export { awaitAttribution } from './await-attribution.ts'
export { inviteBoard, invitesOf, type InviteCounts } from './counts.ts'

/** How a member last joined, or undefined if it was not recorded: tracking was off, or they joined before the bot. */
export function attributionOf(db: Database, guildId: string, memberId: string): Attribution | undefined {
  const { via, certainty, inviterId, code, at } = inviteJoins
  return db
    .select({ via, certainty, inviterId, code, at })
    .from(inviteJoins)
    .where(and(eq(inviteJoins.guildId, guildId), eq(inviteJoins.userId, memberId)))
    .get()
}
