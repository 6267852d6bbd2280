import { and, eq, inArray, isNotNull, isNull, lt, notExists, notInArray } from 'drizzle-orm'
import { createBackgroundYield } from '#kit/event-loop.ts'
import { job, type Services } from '#kernel/feature.ts'
import tickets from '../contract.ts'
import { type Ticket, ticketOf } from '../life/rows.ts'
import { attachmentFiles } from '../record/attachments.ts'
import { attachmentsOf, deleteRecord } from '../record/rows.ts'
import { ticketAttachments, ticketMessages } from '../record/table.ts'
import { tickets as ticketRows } from '../table.ts'
import { deleteTranscriptRows, type Transcript } from './rows.ts'
import { ticketTranscripts } from './table.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
/** How many tickets' records of one server are deleted before other servers get a turn. */
const mostAtOnce = 100

/** Deletes what was recorded of a ticket, files first: after an interruption its rows still lead to it. */
async function deleteRecorded(services: Services, ticket: Pick<Ticket, 'guildId' | 'id'>): Promise<void> {
  const kept = services.files.of(attachmentFiles, ticket.guildId)
  for (const { fileId } of attachmentsOf(services, ticket)) if (fileId !== null) await kept.delete(fileId)
  services.db.transaction(() => deleteRecord(services, ticket))
}

/** Deletes a transcript for good, with its messages and files; those of an open ticket stay with the ticket. */
export async function deleteTranscript(services: Services, transcript: Transcript): Promise<void> {
  const { guildId, ticketId } = transcript
  if (ticketOf(services, guildId, ticketId)?.state !== 'open') await deleteRecorded(services, { guildId, id: ticketId })
  services.db.transaction(() => deleteTranscriptRows(services, transcript))
}

/** Deletes the content of an expired transcript; its row stays for a day to say so. */
async function expire(services: Services, transcript: Transcript, keptDays: number): Promise<void> {
  const { guildId, ticketId, id } = transcript
  // The ticket was reopened: the transcript is made again when it ends.
  if (ticketOf(services, guildId, ticketId)?.state === 'open') return
  await deleteRecorded(services, { guildId, id: ticketId })
  services.db
    .update(ticketTranscripts)
    .set({ expiredAt: services.now(), keptDays })
    .where(eq(ticketTranscripts.id, id))
    .run()
}

/** Selects records of tickets that are gone and have no transcript: nobody can read them. */
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

/** Selects a server's expired transcripts, except those of open tickets, which are made again when the tickets end. */
function overIn({ db, now }: Services, guildId: string, retention: number): Transcript[] {
  const open = db
    .select({ id: ticketRows.id })
    .from(ticketRows)
    .where(and(eq(ticketRows.guildId, guildId), eq(ticketRows.state, 'open')))
  return db
    .select()
    .from(ticketTranscripts)
    .where(
      and(
        eq(ticketTranscripts.guildId, guildId),
        isNull(ticketTranscripts.expiredAt),
        lt(ticketTranscripts.createdAt, now() - retention * dayMs),
        notInArray(ticketTranscripts.ticketId, open),
      ),
    )
    .limit(mostAtOnce)
    .all()
}

/** @returns whether there may be more */
async function expireIn(services: Services, guildId: string, turns: () => Promise<void>): Promise<boolean> {
  const { retention } = services.settings.read(guildId, tickets)
  const over = overIn(services, guildId, retention)
  for (const transcript of over) {
    await expire(services, transcript, retention)
    await turns()
  }
  return over.length === mostAtOnce
}

/** Deletes files without a row: the process was killed between storing a file and its row. */
async function deleteUnnamed(services: Services, guildId: string): Promise<void> {
  const { db, files, now } = services
  const kept = files.of(attachmentFiles, guildId)
  const old = kept.list().filter(({ at }) => at < now() - hourMs)
  if (old.length === 0) return
  const { fileId } = ticketAttachments
  const named = new Set(
    db
      .select({ fileId })
      .from(ticketAttachments)
      .where(and(eq(ticketAttachments.guildId, guildId), isNotNull(fileId)))
      .all()
      .map(row => row.fileId),
  )
  for (const { id } of old) if (!named.has(id)) await kept.delete(id)
}

/** Runs something for each server; an error in one does not keep the others from their turn. */
async function inEach<T>(
  { log }: Services,
  guildIds: Iterable<string>,
  work: (guildId: string) => Promise<T>,
): Promise<[string, T][]> {
  const done: [string, T][] = []
  for (const guildId of guildIds)
    try {
      done.push([guildId, await work(guildId)])
    } catch (err) {
      log.error({ err, guildId }, 'expired records of its tickets were not deleted')
    }
  return done
}

async function expireAll(services: Services): Promise<void> {
  const { db, now, client } = services
  const turns = createBackgroundYield()
  const having = db.selectDistinct({ guildId: ticketTranscripts.guildId }).from(ticketTranscripts).all()
  for (let waiting = having.map(({ guildId }) => guildId); waiting.length > 0; ) {
    const done = await inEach(services, waiting, guildId => expireIn(services, guildId, turns))
    waiting = done.flatMap(([guildId, hasMore]) => (hasMore ? [guildId] : []))
  }
  const old = and(isNotNull(ticketTranscripts.expiredAt), lt(ticketTranscripts.expiredAt, now() - dayMs))
  for (const transcript of db.select().from(ticketTranscripts).where(old).all()) {
    db.transaction(() => deleteTranscriptRows(services, transcript))
    await turns()
  }
  for (let left = unreadable(services); left.length > 0; left = left.length < mostAtOnce ? [] : unreadable(services))
    for (const ticket of left) {
      await deleteRecorded(services, ticket)
      await turns()
    }
  await inEach(services, client.guilds.cache.keys(), async guildId => {
    await deleteUnnamed(services, guildId)
    await turns()
  })
}

/** Deletes expired transcripts. */
export const expireTranscripts = job({ promise: 'housekeeping', deletesOld: true, run: expireAll })

export const watchRetention = ({ scheduler }: Services): void =>
  void scheduler.every(expireTranscripts, { everyMs: hourMs, key: 'hourly' })
