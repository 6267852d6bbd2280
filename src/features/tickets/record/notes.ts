import { type GuildMember, SnowflakeUtil } from 'discord.js'
import { and, eq, gte, or } from 'drizzle-orm'
import { UserError } from '#kit/errors.ts'
import { keyOfAnother } from '#kit/request-key.ts'
import type { TicketContext } from '../life/duties.ts'
import type { Ticket } from '../life/rows.ts'
import { tellChanged } from '../life/notify-pages.ts'
import { demandKept } from './recording-allowed.ts'
import { ticketMessages } from './table.ts'

/** The same text by the same person within this time is one note: a second press (ms). */
const doubleMs = 5000

/**
 * Keeps a note of the team with a ticket. It appears among the messages on the ticket's page and in its transcript,
 * only for the team, and never in Discord.
 * @param key of the press that creates it: a repeated request with the same key adds no second note
 * @throws UserError if nothing is kept of the ticket, it is gone, or the key belongs to another note
 */
export function keepNote(ctx: TicketContext, ticket: Ticket, by: GuildMember, typed: string, key?: string): void {
  const content = typed.trim()
  if (content === '') throw new UserError('tickets.empty', 'Write the note.', 400, { text: 'Write the note.' })
  if (ticket.state !== 'open' && ticket.state !== 'closed')
    throw new UserError('tickets.too-late', 'This ticket was deleted.', 409)
  demandKept(ctx, ticket)
  const { guildId, id: ticketId } = ticket
  const at = ctx.now()
  const before = ctx.db
    .select({ content: ticketMessages.content, key: ticketMessages.key })
    .from(ticketMessages)
    .where(
      and(
        eq(ticketMessages.guildId, guildId),
        eq(ticketMessages.ticketId, ticketId),
        eq(ticketMessages.authorId, by.id),
        eq(ticketMessages.isNote, true),
        or(
          key === undefined ? undefined : eq(ticketMessages.key, key),
          and(eq(ticketMessages.content, content), gte(ticketMessages.at, at - doubleMs)),
        ),
      ),
    )
    .all()
  if (before.some(note => note.key !== null && note.key === key && note.content !== content)) throw keyOfAnother()
  if (before.length > 0) return
  ctx.db
    .insert(ticketMessages)
    .values({
      guildId,
      ticketId,
      id: SnowflakeUtil.generate({ timestamp: at }).toString(),
      at,
      authorId: by.id,
      authorName: by.displayName,
      authorAvatar: by.user.avatar,
      isBot: false,
      afterClosing: true,
      isNote: true,
      key,
      content,
    })
    .run()
  tellChanged(ctx, ticket, 'messages')
}
