import type { Message } from 'discord.js'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { type Services, state } from '#kernel/feature.ts'
import type { TicketContext } from '../life/duties.ts'
import type { Ticket } from '../life/rows.ts'
import { ticketMessages, ticketMessageVersions } from '../record/table.ts'
import { ticketAnswers } from './table.ts'

/**
 * Messages that arrived as events before Discord responded to the request that sent them: the answer each belongs to.
 */
const arrived = state(() => new Map<string, number>())
/** How many are remembered. Sending takes seconds, so a response older than this many others was lost. */
const mostArrived = 200

/** The nonce of an answer, which Discord returns with the message. */
export const answerNonce = (answerId: number) => `answer-${answerId}`

/** Notes a message of ours that may still be being sent, so that the page does not show it twice. */
export function noteArrived(ctx: TicketContext, { id, nonce, author, client }: Message): void {
  const [, answerId] = author.id === client.user.id ? (/^answer-(\d{1,15})$/.exec(String(nonce)) ?? []) : []
  if (answerId === undefined) return
  const known = arrived(ctx, ctx.guild.id)
  known.set(id, Number(answerId))
  const [oldest] = known.keys()
  if (known.size > mostArrived && oldest !== undefined) known.delete(oldest)
}

/** Returns which of these messages are answers by somebody, as the keys that their page chose. */
export function sentBy(ctx: TicketContext, ticket: Ticket, byId: string, messageIds: readonly string[]): string[] {
  const known = arrived(ctx, ctx.guild.id)
  const ids = messageIds.flatMap(id => known.get(id) ?? [])
  return ctx.db
    .select({ key: ticketAnswers.key })
    .from(ticketAnswers)
    .where(
      and(
        eq(ticketAnswers.ticketId, ticket.id),
        eq(ticketAnswers.byId, byId),
        or(inArray(ticketAnswers.messageId, [...messageIds]), inArray(ticketAnswers.id, ids)),
      ),
    )
    .all()
    .map(({ key }) => key)
}

/** Empties the answers somebody gave from the dashboard: the bot sent them, but with that person's name and words. */
export function forgetAnswers({ db }: Pick<Services, 'db'>, userId: string, guildId: string | undefined): void {
  const { guildId: server, ticketId, messageId: id } = ticketAnswers
  const isTheirs = and(eq(ticketAnswers.byId, userId), guildId === undefined ? undefined : eq(server, guildId))
  // Selected by indexed columns: otherwise every message of every server would be read.
  const messages = db.select({ server, id }).from(ticketAnswers).where(isTheirs)
  const versions = db.select({ ticketId, id }).from(ticketAnswers).where(isTheirs)
  db.update(ticketMessages)
    .set({ authorId: null, authorName: null, authorAvatar: null, content: null, parts: null })
    .where(sql`(${ticketMessages.guildId}, ${ticketMessages.id}) IN ${messages}`)
    .run()
  db.update(ticketMessageVersions)
    .set({ authorId: null, content: null })
    .where(sql`(${ticketMessageVersions.ticketId}, ${ticketMessageVersions.messageId}) IN ${versions}`)
    .run()
}
