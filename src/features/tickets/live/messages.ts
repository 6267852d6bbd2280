import { type APIMessage, type GuildMember, Routes } from 'discord.js'
import type { Reply } from '#contract'
import { UserError } from '#kit/errors.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { closedStretches, wasClosedAt } from '../life/closed-stretches.ts'
import type { TicketContext } from '../life/duties.ts'
import { placeOf } from '../life/ticket-channel.ts'
import { eventsOf, type Ticket } from '../life/rows.ts'
import { isKept } from '../record/recording-allowed.ts'
import type { RecordedMessage } from '../record/recorded-message.ts'
import { type Cursor, isRecorded, latestOf, recordAll } from '../record/rows.ts'
import { contentOfPayload } from '../record/message-content.ts'
import { structured } from '../transcripts/render/json.ts'
import { namesIn } from '../transcripts/transcript-pages.ts'
import { type endpoints, messagesPerPage } from './contract.ts'
import { sentBy } from './sent-answers.ts'

/** How long a response of Discord is used again, and how long before it is asked again for missed messages (ms). */
const freshMs = 250
const missedMs = 30_000

const cursorOf = (text: string | undefined): Cursor | undefined => {
  const [, at, id] = /^(\d{1,16})-(\d{1,25})$/.exec(text ?? '') ?? []
  return at === undefined || id === undefined ? undefined : { at: Number(at), id }
}

/** Returns a page of a channel from Discord, oldest first; empty if the bot cannot see the channel. */
async function fromDiscord(ctx: TicketContext, ticket: Ticket, before: string | undefined, ttlMs: number) {
  const channel = await placeOf(ctx, ticket)
  if (!channel?.isTextBased() || isHidden(channel)) return []
  const query = new URLSearchParams({ limit: String(messagesPerPage), ...(before !== undefined && { before }) })
  const page = await ctx.askDiscord({
    guildId: ctx.guild.id,
    key: `tickets.messages.${ticket.id}.${before ?? 'newest'}`,
    ttlMs,
    ask: () => ctx.client.rest.get(Routes.channelMessages(channel.id), { query }) as Promise<APIMessage[]>,
  })
  return page.map(contentOfPayload).toReversed()
}

/** Records what was written while the bot was away, if the newest message of the channel is not known. */
async function catchUp(ctx: TicketContext, ticket: Ticket): Promise<void> {
  const channel = ctx.guild.channels.cache.get(ticket.channelId ?? '')
  if (!channel?.isTextBased() || channel.lastMessageId === null) return
  if (isRecorded(ctx, ctx.guild.id, channel.lastMessageId)) return
  try {
    const closed = closedStretches(eventsOf(ctx, ticket.guildId, ticket.id))
    recordAll(ctx, ticket, await fromDiscord(ctx, ticket, undefined, missedMs), at => wasClosedAt(closed, at))
  } catch (err) {
    // The known messages are shown all the same.
    ctx.log.info({ err, guildId: ctx.guild.id, ticketId: ticket.id }, 'what was missed in a ticket was not read')
  }
}

async function unkept(ctx: TicketContext, ticket: Ticket, before: Cursor | undefined): Promise<RecordedMessage[]> {
  const page = await fromDiscord(ctx, ticket, before?.id, freshMs)
  return page.map(({ files, ...said }) => ({
    ...said,
    deletedAt: null,
    // Only the team reads it here.
    afterClosing: false,
    isNote: false,
    versions: [],
    files: files.map(({ url: _url, ...file }) => ({
      ...file,
      guildId: ctx.guild.id,
      ticketId: ticket.id,
      messageId: said.id,
      authorId: said.authorId,
      afterClosing: false,
      state: 'not_kept',
      fileId: null,
      type: null,
      problem: 'This server keeps no files of this ticket. Open it in Discord.',
    })),
  }))
}

/**
 * Returns a page of a ticket's messages, the newest if `before` names none. @throws UserError 410 once it was deleted
 */
export async function messagesPage(
  ctx: TicketContext,
  member: GuildMember,
  ticket: Ticket,
  beforeText: string | undefined,
): Promise<Reply<typeof endpoints.ticketMessages>> {
  // Reading a deleted ticket is logged, which is what its transcript is for.
  if (ticket.state === 'deleted')
    throw new UserError('tickets.deleted', 'This ticket was deleted. Its transcript holds what was written.', 410)
  const before = cursorOf(beforeText)
  const kept = isKept(ctx, ticket)
  if (kept && !before) await catchUp(ctx, ticket)
  const found = kept
    ? latestOf(ctx, ticket, { ...(before && { before }), limit: messagesPerPage + 1 })
    : await unkept(ctx, ticket, before)
  const isMore = found.length > messagesPerPage || (!kept && found.length === messagesPerPage)
  const messages = found.slice(-messagesPerPage)
  const [first] = messages
  return {
    messages: messages.map(structured),
    earlier: isMore && first ? `${first.at}-${first.id}` : null,
    names: namesIn(ctx, { ticketId: ticket.id, messages, viewer: member, audience: 'team' }),
    sent: sentBy(
      ctx,
      ticket,
      member.id,
      messages.map(({ id }) => id),
    ),
    kept,
  }
}
