import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { since } from '#kit/clock.ts'
import { snowflake } from '#contract'
import { type Database, jobHandle, type Services } from '#kernel/feature.ts'
import greetings, { greetingOf, type GreetingKind } from '../contract.ts'
import type { MemberSnapshot } from './member-snapshot.ts'
import { greetingQueue, type QueuedGreeting } from '../table.ts'

type Needs = Pick<Services, 'db' | 'now' | 'scheduler' | 'settings'>
type State = QueuedGreeting['state']

interface QueueEntry {
  guildId: string
  userId: string
  bot: boolean
  /** Whether the member still has to accept the rules. */
  pending: boolean
  person: MemberSnapshot
}

/**
 * How long rows are kept (ms). Done: after two days, no event is repeated. Waiting: members who have not accepted the
 * rules within a month hardly ever will.
 */
const keptMs = { done: 2 * 86_400_000, waiting: 30 * 86_400_000 }

/** A lost connection is resumed, and its events repeated, within this time (ms). */
const repeatMs = 10 * 60_000

/** The job that sends a guild's waiting greetings. */
export const delivery = jobHandle(z.object({ guildId: snowflake }))

const deliverSoon = ({ scheduler, now }: Needs, guildId: string) =>
  scheduler.at(delivery, { at: now(), guildId, key: guildId, payload: { guildId } })

const isWanted = ({ settings }: Needs, guildId: string, kind: GreetingKind, bot: boolean) => {
  const { enabled, channel, bots } = greetingOf(settings.read(guildId, greetings), kind)
  return enabled && channel !== null && (bots || !bot)
}

/** Handles a join. A repeated event is one greeting, since a member cannot join twice without leaving. */
export function welcome(services: Needs, { guildId, userId, bot, pending, person }: QueueEntry): void {
  const { db, now } = services
  const wanted = isWanted(services, guildId, 'welcome', bot)
  const settled: State = wanted ? 'waiting' : 'skipped'
  const state = pending ? 'screening' : settled
  db.transaction(() => {
    const { changes } = db
      .insert(greetingQueue)
      .values({
        guildId,
        kind: 'welcome',
        userId,
        occasion: person.joinedAt ?? now(),
        state,
        person: wanted ? person : null,
        changedAt: now(),
      })
      .onConflictDoNothing()
      .run()
    if (changes > 0 && state === 'waiting') deliverSoon(services, guildId)
  })
}

const ofMember = (guildId: string, userId: string) =>
  and(eq(greetingQueue.guildId, guildId), eq(greetingQueue.userId, userId))

/** Handles the acceptance of the rules: a member who waited for that is greeted now. */
export function rulesAccepted(services: Needs, guildId: string, userId: string): void {
  const { db, now } = services
  const screened = and(ofMember(guildId, userId), eq(greetingQueue.state, 'screening'))
  // Members are updated all the time, and rarely because of this.
  if (!db.select({ id: greetingQueue.id }).from(greetingQueue).where(screened).get()) return
  db.transaction(() => {
    const settle = (state: State, those: SQL) =>
      db.update(greetingQueue).set({ state, changedAt: now() }).where(and(screened, those)).run().changes
    settle('skipped', isNull(greetingQueue.person))
    if (settle('waiting', isNotNull(greetingQueue.person)) > 0) deliverSoon(services, guildId)
  })
}

/**
 * What a departure requires, given the last row about the member: nothing if their arrival was not recorded, so that a
 * raid that is removed leaves no trail, and nothing for a repeated event.
 */
export function farewellFor(
  latest: Pick<QueuedGreeting, 'kind' | 'state' | 'changedAt' | 'occasion'> | undefined,
  now: number,
): 'farewell' | 'withdraw' | 'nothing' {
  if (latest?.kind === 'farewell') return since(latest.occasion, now) < repeatMs ? 'nothing' : 'farewell'
  if (latest?.state === 'screening' || latest?.state === 'waiting') return 'withdraw'
  return latest?.state === 'gone' ? 'nothing' : 'farewell'
}

/** Handles a departure or removal. */
export function farewell(services: Needs, departure: Omit<QueueEntry, 'pending'>): void {
  const { db, now } = services
  const { guildId, userId, bot, person } = departure
  db.transaction(() => {
    const latest = db
      .select()
      .from(greetingQueue)
      .where(ofMember(guildId, userId))
      .orderBy(desc(greetingQueue.id))
      .limit(1)
      .get()
    const answer = farewellFor(latest, now())
    if (answer === 'withdraw' && latest) end(services, latest.id, 'gone')
    if (answer !== 'farewell' || !isWanted(services, guildId, 'farewell', bot)) return
    db.insert(greetingQueue)
      .values({ guildId, kind: 'farewell', userId, occasion: now(), state: 'waiting', person, changedAt: now() })
      .onConflictDoNothing()
      .run()
    deliverSoon(services, guildId)
  })
}

/** The guild's oldest greeting that is waiting, or that was being sent when the process ended. */
export const next = (db: Database, guildId: string): QueuedGreeting | undefined =>
  db
    .select()
    .from(greetingQueue)
    .where(and(eq(greetingQueue.guildId, guildId), inArray(greetingQueue.state, ['waiting', 'sending'])))
    .orderBy(asc(greetingQueue.id))
    .limit(1)
    .get()

/** Marks that sending begins. @returns false if it was withdrawn in the meantime */
export const begin = ({ db, now }: Pick<Needs, 'db' | 'now'>, id: number): boolean =>
  db
    .update(greetingQueue)
    .set({ state: 'sending', changedAt: now() })
    .where(and(eq(greetingQueue.id, id), inArray(greetingQueue.state, ['waiting', 'sending'])))
    .run().changes > 0

/** Returns a greeting to the queue that Discord did not accept for now. */
export function requeue({ db, now }: Pick<Needs, 'db' | 'now'>, id: number): void {
  db.update(greetingQueue)
    .set({ state: 'waiting', changedAt: now() })
    .where(and(eq(greetingQueue.id, id), eq(greetingQueue.state, 'sending')))
    .run()
}

/** Records the outcome and deletes what was needed only for sending. */
export function end({ db, now }: Pick<Needs, 'db' | 'now'>, id: number, state: 'sent' | 'skipped' | 'gone'): void {
  db.update(greetingQueue).set({ state, person: null, changedAt: now() }).where(eq(greetingQueue.id, id)).run()
}

/** Continues sending in guilds where it had stopped. */
export function resume(services: Needs): void {
  const guilds = services.db
    .selectDistinct({ guildId: greetingQueue.guildId })
    .from(greetingQueue)
    .where(inArray(greetingQueue.state, ['waiting', 'sending']))
    .all()
  for (const { guildId } of guilds) deliverSoon(services, guildId)
}

/** Deletes rows that no event can refer to any more. */
export function sweep({ db, now }: Pick<Needs, 'db' | 'now'>): void {
  const done = inArray(greetingQueue.state, ['sent', 'skipped', 'gone'])
  db.delete(greetingQueue)
    .where(and(done, lt(greetingQueue.changedAt, now() - keptMs.done)))
    .run()
  db.delete(greetingQueue)
    .where(lt(greetingQueue.changedAt, now() - keptMs.waiting))
    .run()
}
