import { and, eq, inArray } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { ticketMessages, ticketMessageVersions } from '../record/table.ts'
import { ticketAnswers } from './table.ts'

/** What somebody answered from the dashboard was sent by the bot, with their name in it: it is theirs all the same. */
export function forgetAnswers({ db }: Pick<Services, 'db'>, userId: string, guildId: string | undefined): void {
  const theirs = db
    .select({ id: ticketAnswers.messageId })
    .from(ticketAnswers)
    .where(and(eq(ticketAnswers.byId, userId), guildId === undefined ? undefined : eq(ticketAnswers.guildId, guildId)))
  db.update(ticketMessages)
    .set({ authorId: null, authorName: null, authorAvatar: null, content: null, parts: null })
    .where(inArray(ticketMessages.id, theirs))
    .run()
  db.update(ticketMessageVersions)
    .set({ authorId: null, content: null })
    .where(inArray(ticketMessageVersions.messageId, theirs))
    .run()
}
