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

/** Sends a transcript to the places that the server has configured. */
export const deliverHandle = jobHandle(z.object({ transcriptId: z.string() }))

const newId = () => randomBytes(16).toString('hex')

/** Returns the places for a new transcript, by the present settings. */
function placesFor({ own }: TicketContext, { openerId }: Ticket): TranscriptDelivery['to'][] {
  return [
    ...(own.webhookUrl === '' ? [] : ['webhook' as const]),
    ...(own.dmUser && openerId !== null ? ['opener' as const] : []),
    // Last, since it also reports failures of the others.
    ...(own.transcriptChannel === null && own.logChannel === null ? [] : ['log' as const]),
  ]
}

const forTeam: TranscriptReading = { viewer: undefined, audience: 'team' }

/** Returns the size of a transcript as a file (bytes), without storing the file. */
async function sizeOf(ctx: TicketContext, transcript: Transcript): Promise<number> {
  let bytes = 0
  for await (const part of drawTranscript(ctx, transcript, ctx.own.transcriptFormat, forTeam))
    bytes += Buffer.byteLength(part)
  return bytes
}

/** Returns a sentence with the number of files that should have been kept but were not; each states its own reason. */
function lossesIn(ctx: TicketContext, ticket: Ticket): string | undefined {
  if (!ctx.own.includeAttachments) return undefined
  // Files of people who asked to be forgotten have no name.
  const lost = attachmentsOf(ctx, ticket).filter(({ state, name }) => state === 'not_kept' && name !== null).length
  return lost === 0 ? undefined : `${formatCount(lost, 'file')} could not be kept.`
}

/** Stores that a transcript exists; the same ticket keeps its transcript's id. */
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

/** @returns whether anything is to be sent: each place gets one transcript per closing */
function storeDeliveries(
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

/** @throws UserError with the reason if no transcript can be made on request */
export function demandMakeable(ctx: TicketContext, ticket: Ticket): void {
  demandKept(ctx, ticket)
  if (ticket.state === 'deleted' && countMessages(ctx, ticket) === 0)
    throw new UserError(
      'tickets.nothing-kept',
      'The channel of this ticket is gone and none of its messages are kept any more, so no transcript can be made.',
    )
}

/**
 * Makes or updates a ticket's transcript: reads the whole channel, copies the files, and schedules its delivery. May be
 * repeated after a crash; each place gets it once for each closing.
 * @param by null if it is made because the ticket was closed
 * @returns the transcript, and as a sentence why the channel could not be read whole
 * @throws if Discord does not answer
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
    const sends = storeDeliveries(ctx, made, placesFor(ctx, ticket), round)
    if (sends)
      ctx.scheduler.at(deliverHandle, {
        at: ctx.now(),
        key: `transcript:${made.id}`,
        guildId: ctx.guild.id,
        payload: { transcriptId: made.id },
      })
    // After a crash the same event must not be stored twice.
    const isRepeated = by === null && known?.madeById === null && known.createdAt >= (ticket.closedAt ?? Infinity)
    if (!isRepeated) noteEvent(ctx, ticket, { kind: 'transcript', by })
    return made
  })
  const size = await sizeOf(ctx, transcript)
  ctx.db.update(ticketTranscripts).set({ size }).where(eq(ticketTranscripts.id, transcript.id)).run()
  return { ...transcript, size, unread }
}

/** Makes the transcript when a ticket ends. */
export const transcript: Perform = async (ctx, ticket) => {
  if (!ctx.own.autoGenerate || !isKept(ctx, ticket)) return undefined
  // If the ticket was reopened, its transcript is made when it ends.
  if (ticket.state === 'open') return undefined
  const { unread } = await makeTranscript(ctx, ticket, null)
  // What could not be read exists only in the channel, which must therefore not be deleted.
  if (unread !== undefined) throw new UserError('tickets.incomplete', unread, 409)
  return undefined
}
