import { DiscordAPIError, type GuildMember, type GuildTextBasedChannel, RESTJSONErrorCodes } from 'discord.js'
import { and, count, eq, inArray } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'
import { UserError } from '#kit/errors.ts'
import { hiddenChannel, isHidden } from '#kit/hidden-channel.ts'
import { createKeyedQueue } from '#kit/keyed-queue.ts'
import { mayWrite } from '#kit/permissions.ts'
import { processState, type Services } from '#kernel/feature.ts'
import { isWithin } from '#kernel/storage/columns.ts'
import { tooLate } from '../life/close.ts'
import type { TicketContext } from '../life/duties.ts'
import { placeOf } from '../life/ticket-channel.ts'
import type { Ticket } from '../life/rows.ts'
import { onAnswer } from '../life/response-tracking.ts'
import { countUse } from '../tags/rows.ts'
import type { TicketRights } from '../rights/rights.ts'
import { demandSeen } from './access.ts'
import { type AnswerFile, asAttachments, demandAnswerFiles, dropAnswerFiles } from './answer-files.ts'
import { endAnswering } from './answering.ts'
import { answerNonce } from './sent-answers.ts'
import { signatureOf, signed } from './signature.ts'
import { ticketAnswers } from './table.ts'

type Row = typeof ticketAnswers.$inferSelect

interface Answer {
  text: string
  key: string
  tag?: string | undefined
  /** Ids of files that were added before. */
  files: readonly string[]
}

/** How many answers one person may send in a minute. */
const mostInAMinute = 20
const minuteMs = 60_000
/** How many messages are searched for one that was sent before the bot could store that. */
const lookedAt = 50

/** The answers of one ticket are sent one after another. */
const inTurn = processState(() => createKeyedQueue())

/** @throws UserError if the bot cannot write in the ticket */
async function demandChannel(ctx: TicketContext, ticket: Ticket, withFiles: boolean): Promise<GuildTextBasedChannel> {
  const channel = await placeOf(ctx, ticket)
  if (!channel?.isTextBased())
    throw new UserError('tickets.no-channel', 'The channel of this ticket is gone, so nobody would read it.', 409)
  if (isHidden(channel)) throw hiddenChannel()
  if (!mayWrite(channel))
    throw new UserError(
      'tickets.mute',
      'I cannot write in the channel of this ticket: I need Send Messages there.',
      403,
    )
  if (withFiles && !mayWrite(channel, ['AttachFiles']))
    throw new UserError(
      'tickets.no-files',
      'I cannot send files in the channel of this ticket: I need Attach Files there.',
      403,
    )
  return channel
}

const known = ({ db }: Pick<Services, 'db'>, { id }: Ticket, key: string): Row | undefined =>
  db
    .select()
    .from(ticketAnswers)
    .where(and(eq(ticketAnswers.ticketId, id), eq(ticketAnswers.key, key)))
    .get()

function demandPace({ db, guild, now }: TicketContext, { id }: GuildMember): void {
  const lately = and(
    eq(ticketAnswers.guildId, guild.id),
    eq(ticketAnswers.byId, id),
    isWithin(ticketAnswers.at, minuteMs, now()),
  )
  const sent = db.select({ all: count() }).from(ticketAnswers).where(lately).get()?.all ?? 0
  if (sent >= mostInAMinute)
    throw new UserError('tickets.fast', `That is ${mostInAMinute} answers in a minute. Wait a moment.`, 429)
}

/** Returns the message of an answer that was sent before the process ended and could not store that. */
async function sentBefore(
  ctx: TicketContext,
  channel: GuildTextBasedChannel,
  { at, ticketId }: Row,
  { content, files }: { content: string; files: readonly AnswerFile[] },
) {
  const found = await channel.messages.fetch({ limit: lookedAt, cache: false })
  const others = ctx.db
    .select({ messageId: ticketAnswers.messageId })
    .from(ticketAnswers)
    .where(and(eq(ticketAnswers.ticketId, ticketId), inArray(ticketAnswers.messageId, [...found.keys()])))
    .all()
  const inOrder = (sizes: number[]) => sizes.toSorted((a, b) => a - b)
  const sizes = inOrder(files.map(({ bytes }) => bytes))
  return found.find(
    one =>
      one.author.id === ctx.client.user.id &&
      one.content === content &&
      one.createdTimestamp >= at - minuteMs &&
      !others.some(({ messageId }) => messageId === one.id) &&
      isDeepStrictEqual(inOrder(one.attachments.map(({ size }) => size)), sizes),
  )
}

function demandWriter({ writes }: TicketRights, { claimedById, claimedByName }: Ticket): void {
  if (writes) return
  const sentence =
    claimedById === null
      ? 'Only the support team of this ticket can answer it.'
      : `${claimedByName ?? 'Somebody else'} takes care of this ticket. Take it over to answer it.`
  throw new UserError('tickets.not-writer', sentence, 403)
}

/** @throws UserError if the member may not answer the ticket, or it is not open */
export function demandWriting(ctx: TicketContext, member: GuildMember, ticketId: string): void {
  const { ticket, rights } = demandSeen(ctx, member, ticketId)
  demandWriter(rights, ticket)
  if (ticket.state !== 'open') throw tooLate(ctx, ticket)
}

/** Turns Discord's error about files that are too large for the server into a sentence. */
async function sendable<T>(sending: Promise<T>): Promise<T> {
  try {
    return await sending
  } catch (error) {
    const isTooLarge =
      error instanceof DiscordAPIError &&
      (error.status === 413 || error.code === RESTJSONErrorCodes.RequestEntityTooLarge)
    if (!isTooLarge) throw error
    throw new UserError(
      'tickets.files-large',
      'Discord does not accept files of this size here. Send smaller ones.',
      413,
    )
  }
}

/** @throws UserError if it is too long together with the name that signs it */
function contentOf(ctx: TicketContext, member: GuildMember, ticket: Ticket, text: string): string {
  const { line, room } = signatureOf(ctx, member, ticket)
  const tooMuch = [...text].length - room
  if (tooMuch <= 0) return signed(line, text)
  throw new UserError('tickets.long', `With your name that is ${tooMuch} characters too many.`, 400, {
    text: `Remove ${tooMuch} characters.`,
  })
}

/**
 * Answers a ticket through the bot, under the member's name. The answer is stored before it is sent, and sent once per
 * key, however often the call is repeated. Nobody is pinged except the opener of the ticket.
 * @returns the id of the message
 * @throws UserError if the member may not write, the ticket is not open, or its channel does not accept it
 */
export function answerTicket(
  ctx: TicketContext,
  member: GuildMember,
  ticketId: string,
  { text, key, tag, files: fileIds }: Answer,
): Promise<string> {
  return inTurn(ctx)(`${ctx.guild.id}/${ticketId}`, async () => {
    const { ticket, rights } = demandSeen(ctx, member, ticketId)
    const before = known(ctx, ticket, key)
    if (before && before.byId !== member.id)
      throw new UserError('tickets.key', 'Somebody else has used this key. Send the answer again.', 409)
    if (before?.messageId) return before.messageId
    demandWriter(rights, ticket)
    if (ticket.state !== 'open') throw tooLate(ctx, ticket)
    if (text.trim() === '' && fileIds.length === 0)
      throw new UserError('tickets.empty', 'Write the answer.', 400, { text: 'Write the answer.' })
    const files = demandAnswerFiles(ctx, member, fileIds)
    const content = contentOf(ctx, member, ticket, text.trim())
    const channel = await demandChannel(ctx, ticket, files.length > 0)
    if (!before) demandPace(ctx, member)
    const row =
      before ??
      ctx.db
        .insert(ticketAnswers)
        .values({ guildId: ctx.guild.id, ticketId: ticket.id, key, at: ctx.now(), byId: member.id })
        .returning()
        .get()
    const { openerId } = ticket
    const message =
      (before && (await sentBefore(ctx, channel, row, { content, files }))) ??
      (await sendable(
        channel.send({
          content,
          files: asAttachments(ctx, files),
          allowedMentions: { parse: [], users: openerId === null ? [] : [openerId] },
          // For a repeated nonce, Discord returns the first message.
          nonce: answerNonce(row.id),
          enforceNonce: true,
        }),
      ))
    ctx.db.update(ticketAnswers).set({ messageId: message.id }).where(eq(ticketAnswers.id, row.id)).run()
    await dropAnswerFiles(ctx, member, fileIds)
    if (tag !== undefined) countUse(ctx, ctx.guild.id, tag, member)
    endAnswering(ctx, ticket, member.id)
    await onAnswer(ctx, ticket, member)
    return message.id
  })
}
