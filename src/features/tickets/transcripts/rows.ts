import { and, count, desc, eq, gt, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import type { Ticket } from '../life/rows.ts'
import { ticketTranscriptDeliveries, ticketTranscriptReads, ticketTranscripts } from './table.ts'

type Db = Pick<Services, 'db'>

export type Transcript = typeof ticketTranscripts.$inferSelect
export type TranscriptDelivery = typeof ticketTranscriptDeliveries.$inferSelect
export type How = (typeof ticketTranscriptReads.$inferSelect)['how']

export const transcriptOf = ({ db }: Db, guildId: string, id: string): Transcript | undefined =>
  db
    .select()
    .from(ticketTranscripts)
    .where(and(eq(ticketTranscripts.guildId, guildId), eq(ticketTranscripts.id, id)))
    .get()

/** Returns the transcript of a ticket, if one was made. */
export const transcriptFor = ({ db }: Db, { guildId, id }: Pick<Ticket, 'guildId' | 'id'>): Transcript | undefined =>
  db
    .select()
    .from(ticketTranscripts)
    .where(and(eq(ticketTranscripts.guildId, guildId), eq(ticketTranscripts.ticketId, id)))
    .get()

/** Prepared, because it runs with every call of the dashboard. */
const anyOf = processState(({ db }: Db) =>
  db
    .select({ id: ticketTranscripts.id })
    .from(ticketTranscripts)
    .where(
      and(
        eq(ticketTranscripts.guildId, sql.placeholder('guildId')),
        eq(ticketTranscripts.openerId, sql.placeholder('openerId')),
      ),
    )
    .limit(1)
    .prepare(),
)

/** Whether there is a transcript of a ticket that somebody opened. */
export const hasTranscripts = (services: Pick<Services, 'db' | 'memory'>, guildId: string, openerId: string): boolean =>
  anyOf(services).get({ guildId, openerId }) !== undefined

export const deliveriesOf = ({ db }: Db, { guildId, id }: Transcript): TranscriptDelivery[] =>
  db
    .select()
    .from(ticketTranscriptDeliveries)
    .where(and(eq(ticketTranscriptDeliveries.guildId, guildId), eq(ticketTranscriptDeliveries.transcriptId, id)))
    .all()

/** Returns when it was last due to be sent; earlier deliveries no longer count. */
export const lastRoundOf = (deliveries: readonly TranscriptDelivery[]): number =>
  Math.max(...deliveries.map(({ round }) => round))

/** Returns what failed in the last delivery, as sentences. */
export function undeliveredOf(services: Db, transcript: Transcript): string[] {
  const all = deliveriesOf(services, transcript)
  const last = lastRoundOf(all)
  return all.flatMap(({ round, problem }) => (round === last && problem !== null ? [problem] : []))
}

export const noteDelivery = (
  { db }: Db,
  { transcriptId, to }: TranscriptDelivery,
  change: Pick<TranscriptDelivery, 'state'> & Partial<Pick<TranscriptDelivery, 'problem'>>,
): void =>
  void db
    .update(ticketTranscriptDeliveries)
    .set(change)
    .where(and(eq(ticketTranscriptDeliveries.transcriptId, transcriptId), eq(ticketTranscriptDeliveries.to, to)))
    .run()

/** Stores that somebody read a transcript, before it is displayed to them. */
export const noteRead = (
  { db, now }: Pick<Services, 'db' | 'now'>,
  { guildId, id }: Transcript,
  { reader, how }: { reader: { id: string; name: string }; how: How },
): void =>
  void db
    .insert(ticketTranscriptReads)
    .values({ guildId, transcriptId: id, userId: reader.id, userName: reader.name, how, at: now() })
    .run()

/** Whether somebody has read it recently: the pictures in its messages load separately. */
export const hasReadSince = ({ db }: Db, { guildId, id }: Transcript, readerId: string, since: number): boolean =>
  db
    .select({ id: ticketTranscriptReads.id })
    .from(ticketTranscriptReads)
    .where(
      and(
        eq(ticketTranscriptReads.guildId, guildId),
        eq(ticketTranscriptReads.transcriptId, id),
        eq(ticketTranscriptReads.userId, readerId),
        gt(ticketTranscriptReads.at, since),
      ),
    )
    .limit(1)
    .get() !== undefined

/** Returns who has read it, newest first, and how often it was read in total. */
export function readsOf({ db }: Db, { guildId, id }: Transcript, limit: number) {
  const own = and(eq(ticketTranscriptReads.guildId, guildId), eq(ticketTranscriptReads.transcriptId, id))
  return {
    readers: db
      .select()
      .from(ticketTranscriptReads)
      .where(own)
      .orderBy(desc(ticketTranscriptReads.id))
      .limit(limit)
      .all(),
    total: db.select({ all: count() }).from(ticketTranscriptReads).where(own).get()?.all ?? 0,
  }
}

/** Deletes the row of a transcript and the rows that refer to it. */
export function deleteTranscriptRows({ db }: Db, { id }: Transcript): void {
  db.delete(ticketTranscriptDeliveries).where(eq(ticketTranscriptDeliveries.transcriptId, id)).run()
  db.delete(ticketTranscriptReads).where(eq(ticketTranscriptReads.transcriptId, id)).run()
  db.delete(ticketTranscripts).where(eq(ticketTranscripts.id, id)).run()
}
