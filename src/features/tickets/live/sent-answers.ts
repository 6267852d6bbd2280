import type { Message } from 'discord.js'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { type Services, state } from '#kernel/feature.ts'
import type { TicketContext } from '../life/duties.ts'
import type { Ticket } from '../life/rows.ts'
import { ticketMessages, ticketMessageVersions } from '../record/table.ts'
import { ticketAnswers } from './table.ts'

/** Messages that Discord told of before it answered the request that sent them: which answers they are. */
const arrived = state(() => new Map<string, number>())
/** Answers are on their way for seconds: what is older than so many others was lost. */
const mostArrived = 200

/** What an answer is called when it is sent: Discord says it again with the message. */
export const answerNonce = (answerId: number) => `answer-${answerId}`

/** A message has come: should it be one of ours that is still being sent, the page must not show it twice. */
export function noteArrived(ctx: TicketContext, { id, nonce, author, client }: Message): void {
  const [, answerId] = author.id === client.user.id ? (/^answer-(\d{1,15})$/.exec(String(nonce)) ?? []) : []
  if (answerId === undefined) return
  const known = arrived(ctx, ctx.guild.id)
  known.set(id, Number(answerId))
  const [oldest] = known.keys()
  if (known.size > mostArrived && oldest !== undefined) known.delete(oldest)
}

/** Which of these messages are answers of somebody's, by the keys that their page gave them. */
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

/** What somebody answered from the dashboard was sent by the bot, with their name in it: it is theirs all the same. */
export function forgetAnswers({ db }: Pick<Services, 'db'>, userId: string, guildId: string | undefined): void {
  const { guildId: server, ticketId, messageId: id } = ticketAnswers
  const isTheirs = and(eq(ticketAnswers.byId, userId), guildId === undefined ? undefined : eq(server, guildId))
  // By what is indexed: without it every message of every server would be looked at.
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
