import { and, eq, inArray, isNotNull, lt, notExists } from 'drizzle-orm'
import { takeTurns } from '#kit/turns.ts'
import { job, type Services } from '#kernel/feature.ts'
import tickets from '../contract.ts'
import { type Ticket, ticketOf } from '../life/rows.ts'
import { attachmentFiles } from '../record/attachments.ts'
import { attachmentsOf, deleteRecord } from '../record/rows.ts'
import { ticketMessages } from '../record/table.ts'
import { tickets as ticketRows } from '../table.ts'
import { deleteTranscriptRows, type Transcript } from './rows.ts'
import { ticketTranscripts } from './table.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
/** Tickets whose record one run deletes, so that others have their turn. */
const mostAtOnce = 500

/** Deletes what was recorded of a ticket, files first: cut off in between, it is found again by its rows. */
async function deleteRecorded(services: Services, ticket: Pick<Ticket, 'guildId' | 'id'>): Promise<void> {
  const kept = services.files.of(attachmentFiles, ticket.guildId)
  for (const { fileId } of attachmentsOf(services, ticket)) if (fileId !== null) await kept.delete(fileId)
  services.db.transaction(() => deleteRecord(services, ticket))
}

/** Deletes a transcript for good, with its messages and files; those of an open ticket stay with it. */
export async function deleteTranscript(services: Services, transcript: Transcript): Promise<void> {
  const { guildId, ticketId } = transcript
  if (ticketOf(services, guildId, ticketId)?.state !== 'open') await deleteRecorded(services, { guildId, id: ticketId })
  services.db.transaction(() => deleteTranscriptRows(services, transcript))
}

/** What a transcript held goes; the row says for a day that it was there. */
async function expire(services: Services, transcript: Transcript, keptDays: number): Promise<void> {
  const { guildId, ticketId, id } = transcript
  // Opened again: it is made anew when the ticket ends.
  if (ticketOf(services, guildId, ticketId)?.state === 'open') return
  await deleteRecorded(services, { guildId, id: ticketId })
  services.db
    .update(ticketTranscripts)
    .set({ expiredAt: services.now(), keptDays })
    .where(eq(ticketTranscripts.id, id))
    .run()
}

/** Records of tickets that are gone and have no transcript: nobody can read them. */
function unreadable({ db, now }: Services): Pick<Ticket, 'guildId' | 'id'>[] {
  const made = db
    .select({ id: ticketTranscripts.id })
    .from(ticketTranscripts)
    .where(eq(ticketTranscripts.ticketId, ticketRows.id))
  return db
    .select({ guildId: ticketRows.guildId, id: ticketRows.id })
    .from(ticketRows)
    .where(
      and(
        eq(ticketRows.state, 'deleted'),
        lt(ticketRows.deletedAt, now() - dayMs),
        inArray(ticketRows.id, db.selectDistinct({ id: ticketMessages.ticketId }).from(ticketMessages)),
        notExists(made),
      ),
    )
    .limit(mostAtOnce)
    .all()
}

async function expireAll(services: Services): Promise<void> {
  const { db, settings, now } = services
  const turns = takeTurns()
  const guilds = db.selectDistinct({ guildId: ticketTranscripts.guildId }).from(ticketTranscripts).all()
  for (const { guildId } of guilds) {
    const { retention } = settings.read(guildId, tickets)
    const over = db
      .select()
      .from(ticketTranscripts)
      .where(and(eq(ticketTranscripts.guildId, guildId), lt(ticketTranscripts.createdAt, now() - retention * dayMs)))
      .limit(mostAtOnce)
      .all()
    for (const transcript of over) {
      if (transcript.expiredAt === null) await expire(services, transcript, retention)
      await turns()
    }
  }
  const old = and(isNotNull(ticketTranscripts.expiredAt), lt(ticketTranscripts.expiredAt, now() - dayMs))
  for (const transcript of db.select().from(ticketTranscripts).where(old).all())
    db.transaction(() => deleteTranscriptRows(services, transcript))
  for (const ticket of unreadable(services)) {
    await deleteRecorded(services, ticket)
    await turns()
  }
}

/** Deletes transcripts whose time is over. */
export const expireTranscripts = job({ promise: 'housekeeping', run: expireAll })

export const watchRetention = ({ scheduler }: Services): void =>
  void scheduler.every(expireTranscripts, { everyMs: hourMs, key: 'hourly' })
