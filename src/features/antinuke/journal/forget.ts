import { and, eq, sql } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { journal } from './table.ts'

/** Removes who made an invite, for somebody who asked to be forgotten, in one server or in all. */
export function forgetInviter({ db, client }: Services, userId: string, guildId: string | undefined): void {
  const named = `"inviter_id":${JSON.stringify(userId)}`
  for (const id of guildId === undefined ? client.guilds.cache.keys() : [guildId])
    db.update(journal)
      .set({ state: sql`replace(${journal.state}, ${named}, '"inviter_id":null')` })
      .where(and(eq(journal.guildId, id), eq(journal.kind, 'invite'), sql`instr(${journal.state}, ${named}) > 0`))
      .run()
}
