import { and, asc, count, desc, eq, gt, inArray, lt, min, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { snowflake } from '#contract'
import type { MemberSnapshot } from '#features/greetings/public.ts'
import { type Database, jobHandle, type Services } from '#kernel/feature.ts'
import { isWithin } from '#kernel/storage/columns.ts'
import joindms, { budget, countedDays, onceInDays } from './contract.ts'
import { joinDmDays, joinDmQueue, type QueuedDm, type DeliveryState } from './table.ts'

const dayMs = 86_400_000
type Needs = Pick<Services, 'db' | 'now' | 'scheduler' | 'settings'>
type Stored = Pick<Services, 'db' | 'now'>

/** The job that sends a server's waiting messages. */
export const delivery = jobHandle(z.object({ guildId: snowflake }))

export const deliverSoon = ({ scheduler, now }: Pick<Needs, 'scheduler' | 'now'>, guildId: string, at = now()): void =>
  void scheduler.at(delivery, { at, guildId, key: guildId, payload: { guildId } })

const open: DeliveryState[] = ['waiting', 'sending']
const done: DeliveryState[] = ['sent', 'closed', 'gaveUp', 'gone', 'skipped']
const counted = { sent: 'sent', closed: 'closed', gaveUp: 'gaveUp' } as const

const ofMember = (guildId: string, userId: string) =>
  and(eq(joinDmQueue.guildId, guildId), eq(joinDmQueue.userId, userId))

const countOf = (db: Database, guildId: string, states: DeliveryState[]): number =>
  db
    .select({ rows: count() })
    .from(joinDmQueue)
    .where(and(eq(joinDmQueue.guildId, guildId), inArray(joinDmQueue.state, states)))
    .get()?.rows ?? 0

function addToDay({ db, now }: Stored, guildId: string, what: keyof typeof counted): void {
  const column = joinDmDays[what]
  db.insert(joinDmDays)
    .values({ guildId, day: Math.floor(now() / dayMs), [what]: 1 })
    .onConflictDoUpdate({ target: [joinDmDays.guildId, joinDmDays.day], set: { [what]: sql`${column} + 1` } })
    .run()
}

/** Handles a join. A repeated event means one message, and returning within a month brings no second one. */
export function memberJoined(
  services: Needs,
  { guildId, userId, pending, person }: { guildId: string; userId: string; pending: boolean; person: MemberSnapshot },
): void {
  const { db, now, settings } = services
  const own = settings.read(guildId, joindms)
  if (!own.enabled) return
  db.transaction(() => {
    const before = db
      .select({ id: joinDmQueue.id })
      .from(joinDmQueue)
      .where(
        and(
          ofMember(guildId, userId),
          inArray(joinDmQueue.state, ['sent', 'sending', 'closed']),
          gt(joinDmQueue.changedAt, now() - onceInDays * dayMs),
        ),
      )
      .get()
    const isTooMany = countOf(db, guildId, [...open, 'screening']) >= budget.mostWaiting
    const fresh: DeliveryState = pending && own.afterRules ? 'screening' : 'waiting'
    const state: DeliveryState = before ? 'skipped' : isTooMany ? 'gaveUp' : fresh
    const { changes } = db
      .insert(joinDmQueue)
      .values({
        guildId,
        userId,
        joinedAt: person.joinedAt ?? now(),
        state,
        person: done.includes(state) ? null : person,
        changedAt: now(),
      })
      .onConflictDoNothing()
      .run()
    if (changes === 0) return
    if (state === 'gaveUp') addToDay(services, guildId, 'gaveUp')
    if (state === 'waiting') deliverSoon(services, guildId)
  })
}

/** Handles the acceptance of the rules. */
export function rulesAccepted(services: Needs, guildId: string, userId: string): void {
  const { db, now } = services
  const screened = and(ofMember(guildId, userId), eq(joinDmQueue.state, 'screening'))
  // Members are updated all the time, and rarely because of this.
  if (!db.select({ id: joinDmQueue.id }).from(joinDmQueue).where(screened).get()) return
  db.transaction(() => {
    db.update(joinDmQueue).set({ state: 'waiting', changedAt: now() }).where(screened).run()
    deliverSoon(services, guildId)
  })
}

/** Handles a departure: a message that has not been sent yet is dropped. */
export function memberLeft({ db, now }: Stored, guildId: string, userId: string): void {
  db.update(joinDmQueue)
    .set({ state: 'gone', person: null, changedAt: now() })
    .where(and(ofMember(guildId, userId), inArray(joinDmQueue.state, ['screening', 'waiting'])))
    .run()
}

export const next = (db: Database, guildId: string): QueuedDm | undefined =>
  db
    .select()
    .from(joinDmQueue)
    .where(and(eq(joinDmQueue.guildId, guildId), inArray(joinDmQueue.state, open)))
    .orderBy(desc(eq(joinDmQueue.state, 'sending')), asc(joinDmQueue.id))
    .limit(1)
    .get()

/** Marks that sending begins. @returns false if it was withdrawn in the meantime */
export const begin = ({ db, now }: Stored, id: number): boolean =>
  db
    .update(joinDmQueue)
    .set({ state: 'sending', changedAt: now(), triedAt: now() })
    .where(and(eq(joinDmQueue.id, id), inArray(joinDmQueue.state, open)))
    .run().changes > 0

/** Returns a message to the queue that Discord did not accept for now. */
export function requeue({ db, now }: Stored, id: number): void {
  db.update(joinDmQueue)
    .set({ state: 'waiting', changedAt: now() })
    .where(and(eq(joinDmQueue.id, id), eq(joinDmQueue.state, 'sending')))
    .run()
}

/** Records the outcome, counts it once, and deletes what was needed only for sending. */
export function end(services: Stored, { id, guildId }: QueuedDm, state: DeliveryState): void {
  const { db, now } = services
  db.transaction(() => {
    const { changes } = db
      .update(joinDmQueue)
      .set({ state, person: null, changedAt: now() })
      .where(and(eq(joinDmQueue.id, id), ne(joinDmQueue.state, state)))
      .run()
    if (changes > 0 && state in counted) addToDay(services, guildId, state as keyof typeof counted)
  })
}

/** When the next message may be sent: now, or once enough of the last minute and hour has passed. */
export function mayAt({ db, now }: Stored, guildId: string): number {
  const inLast = (ms: number) =>
    db
      .select({ tried: count(), first: min(joinDmQueue.triedAt) })
      .from(joinDmQueue)
      .where(and(eq(joinDmQueue.guildId, guildId), isWithin(joinDmQueue.triedAt, ms, now())))
      .get()
  const waits = (
    [
      [60_000, budget.perMinute],
      [60 * 60_000, budget.perHour],
    ] as const
  ).map(([ms, most]) => {
    const { tried = 0, first } = inLast(ms) ?? {}
    return tried >= most ? (first ?? now()) + ms : now()
  })
  return Math.max(...waits)
}

/** The numbers that the page shows. */
export function deliveriesOf({ db, now }: Stored, guildId: string) {
  const since = Math.floor(now() / dayMs) - countedDays
  const days = db
    .select()
    .from(joinDmDays)
    .where(and(eq(joinDmDays.guildId, guildId), gt(joinDmDays.day, since)))
    .all()
  const sum = (what: keyof typeof counted) => days.reduce((total, day) => total + day[what], 0)
  return {
    sent: sum('sent'),
    closed: sum('closed'),
    gaveUp: sum('gaveUp'),
    waiting: countOf(db, guildId, open),
    screening: countOf(db, guildId, ['screening']),
  }
}

/** Deletes rows that are no longer needed. */
export function sweep({ db, now }: Pick<Needs, 'db' | 'now'>): void {
  db.delete(joinDmQueue)
    .where(lt(joinDmQueue.changedAt, now() - onceInDays * dayMs))
    .run()
  db.delete(joinDmDays)
    .where(lt(joinDmDays.day, Math.floor(now() / dayMs) - countedDays))
    .run()
}

/** Continues sending where it had stopped. */
export function resume(services: Needs): void {
  const guilds = services.db
    .selectDistinct({ guildId: joinDmQueue.guildId })
    .from(joinDmQueue)
    .where(inArray(joinDmQueue.state, open))
  for (const { guildId } of guilds.all()) deliverSoon(services, guildId)
}
