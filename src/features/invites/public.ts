import type { Database } from '#kernel/feature.ts'
import { and, eq } from 'drizzle-orm'
import { inviteJoins } from './table.ts'

export { awaitAttribution } from './await-attribution.ts'
export { inviteBoard, invitesOf, type InviteCounts } from './counts.ts'

/** 'certain': no other explanation fits. 'likely': the counts are right, who of several came by which invite is not sure. */
export type Certainty = 'certain' | 'likely' | 'unknown'

/** How a member came in. */
export interface Attribution {
  via: 'invite' | 'vanity' | 'bot' | 'unknown'
  certainty: Certainty
  inviterId: string | null
  code: string | null
  /** When they joined, Unix ms. */
  at: number
}

/** How a member came the last time, or undefined when nobody looked: tracking was off, or they came before the bot. */
export function attributionOf(db: Database, guildId: string, memberId: string): Attribution | undefined {
  const { via, certainty, inviterId, code, at } = inviteJoins
  return db
    .select({ via, certainty, inviterId, code, at })
    .from(inviteJoins)
    .where(and(eq(inviteJoins.guildId, guildId), eq(inviteJoins.userId, memberId)))
    .get()
}
