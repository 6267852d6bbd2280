import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { UserError } from '#kit/errors.ts'
import { formatCount } from '#kit/numbers.ts'
import { jobHandle } from '#kernel/feature.ts'
import type { Perform, TicketContext } from '../life/duties.ts'
import { type Actor, noteEvent, type Ticket } from '../life/rows.ts'
import { completeRecord } from '../record/history.ts'
import { demandKept, isKept } from '../record/recording-allowed.ts'
import { attachmentsOf, countMessages } from '../record/rows.ts'
import { drawTranscript, type TranscriptReading } from './transcript-pages.ts'
import { type TranscriptDelivery, type Transcript, transcriptFor } from './rows.ts'
import { ticketTranscriptDeliveries, ticketTranscripts } from './table.ts'

/** Sends a transcript where the server wants it. */
export const deliverHandle = jobHandle(z.object({ transcriptId: z.string() }))

const newId = () => randomBytes(16).toString('hex')

/** Where a new transcript is sent, as the settings are now. */
function placesFor({ own }: TicketContext, { openerId }: Ticket): TranscriptDelivery['to'][] {
  return [
    ...(own.webhookUrl === '' ? [] : ['webhook' as const]),
    ...(own.dmUser && openerId !== null ? ['opener' as const] : []),
    // Last, since it tells how the others went.
    ...(own.transcriptChannel === null && own.logChannel === null ? [] : ['log' as const]),
  ]
}

const forTeam: TranscriptReading = { viewer: undefined, audience: 'team' }

/** How large a transcript is as a file (bytes); nothing of it is kept. */
async function sizeOf(ctx: TicketContext, transcript: Transcript): Promise<number> {
  let bytes = 0
  for await (const part of drawTranscript(ctx, transcript, ctx.own.transcriptFormat, forTeam))
    bytes += Buffer.byteLength(part)
  return bytes
}

/** How many files are not kept that should be, as a sentence; each says why. */
function lossesIn(ctx: TicketContext, ticket: Ticket): string | undefined {
  if (!ctx.own.includeAttachments) return undefined
  // Those of people who asked to be forgotten have no name.
  const lost = attachmentsOf(ctx, ticket).filter(({ state, name }) => state === 'not_kept' && name !== null).length
  return lost === 0 ? undefined : `${formatCount(lost, 'file')} could not be kept.`
}

/** Writes down that there is one; the same ticket keeps its id. */
function upsert(ctx: TicketContext, ticket: Ticket, by: Actor | null, problem: string | undefined): Transcript {
  const made = {
    number: ticket.number,
    panelId: ticket.panelId,
    panelTitle: ticket.panelTitle,
    openerId: ticket.openerId,
    openerName: ticket.openerName,
    openerAvatar: ticket.openerAvatar,
    createdAt: ctx.now(),
    madeById: by?.id ?? null,
    messages: countMessages(ctx, ticket),
    problem: problem ?? null,
    expiredAt: null,
    keptDays: null,
  }
  return ctx.db
    .insert(ticketTranscripts)
    .values({ id: newId(), guildId: ctx.guild.id, ticketId: ticket.id, size: 0, ...made })
    .onConflictDoUpdate({ target: ticketTranscripts.ticketId, set: made })
    .returning()
    .get()
}

/** @returns whether anything is to be sent: not again what was for the same closing */
function owe(
  ctx: TicketContext,
  transcript: Transcript,
  places: readonly TranscriptDelivery['to'][],
  round: number,
): boolean {
  return places
    .map(
      to =>
        ctx.db
          .insert(ticketTranscriptDeliveries)
          .values({ guildId: ctx.guild.id, transcriptId: transcript.id, to, state: 'due', round })
          .onConflictDoUpdate({
            target: [ticketTranscriptDeliveries.transcriptId, ticketTranscriptDeliveries.to],
            set: { state: 'due', round, problem: null },
            setWhere: sql`${ticketTranscriptDeliveries.round} <> ${round}`,
          })
          .run().changes > 0,
    )
    .includes(true)
}

/** @throws UserError where somebody who asks for a transcript can have none, with the reason */
export function demandMakeable(ctx: TicketContext, ticket: Ticket): void {
  demandKept(ctx, ticket)
  if (ticket.state === 'deleted' && countMessages(ctx, ticket) === 0)
    throw new UserError(
      'tickets.nothing-kept',
      'The channel of this ticket is gone and nothing of it is kept any more, so there is nothing to make a transcript of.',
    )
}

/**
 * Makes a ticket's transcript, or makes it anew: reads the whole channel, copies the files, and sends it where the
 * server wants it. May be repeated after a crash; each place is sent it once for each closing.
 * @param by null where it is made because the ticket was closed
 * @returns it, and why the channel could not be read whole, as a sentence
 * @throws where Discord does not answer
 */
export async function makeTranscript(
  ctx: TicketContext,
  ticket: Ticket,
  by: Actor | null,
): Promise<Transcript & { unread: string | undefined }> {
  const unread = await completeRecord(ctx, ticket)
  const problem = [unread, lossesIn(ctx, ticket)].filter(sentence => sentence !== undefined).join(' ')
  const transcript = ctx.db.transaction(() => {
    const known = transcriptFor(ctx, ticket)
    const made = upsert(ctx, ticket, by, problem === '' ? undefined : problem)
    const round = by === null ? (ticket.closedAt ?? made.createdAt) : made.createdAt
    const sends = owe(ctx, made, placesFor(ctx, ticket), round)
    if (sends)
      ctx.scheduler.at(deliverHandle, {
        at: ctx.now(),
        key: `transcript:${made.id}`,
        guildId: ctx.guild.id,
        payload: { transcriptId: made.id },
      })
    // After a crash the same is done again.
    const isRepeated = by === null && known?.madeById === null && known.createdAt >= (ticket.closedAt ?? Infinity)
    if (!isRepeated) noteEvent(ctx, ticket, { kind: 'transcript', by })
    return made
  })
  const size = await sizeOf(ctx, transcript)
  ctx.db.update(ticketTranscripts).set({ size }).where(eq(ticketTranscripts.id, transcript.id)).run()
  return { ...transcript, size, unread }
}

/** What is done for a transcript when a ticket ends. */
export const transcript: Perform = async (ctx, ticket) => {
  if (!ctx.own.autoGenerate || !isKept(ctx, ticket)) return undefined
  // Opened again meanwhile, it is made when it ends.
  if (ticket.state === 'open') return undefined
  const { unread } = await makeTranscript(ctx, ticket, null)
  // What could not be read is in the channel alone: it does not go with it.
  if (unread !== undefined) throw new UserError('tickets.incomplete', unread, 409)
  return undefined
}
