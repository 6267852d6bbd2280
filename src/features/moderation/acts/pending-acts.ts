import { and, asc, eq, or, sql, type SQL } from 'drizzle-orm'
import { jobHandle, processState, type Services } from '#kernel/feature.ts'
import { z } from 'zod'
import { type CaseEntry, entryColumns } from '../cases/case-store.ts'
import { pendingActs } from '../table.ts'

/** An act that was ordered and may or may not have been done in Discord yet. Times are Unix ms. */
export type PendingAct = typeof pendingActs.$inferSelect

export interface CaseAct extends CaseEntry {
  /** The reason for Discord's audit log. */
  auditReason: string
  /** What shows in Discord that it was done, if the kind alone does not: a nickname, a channel. */
  wanted?: string | undefined
  /** The case number of the last warning that it uses up. */
  warning?: number | undefined
}

type Store = Pick<Services, 'db' | 'now' | 'scheduler'>

/** Checks a while after an act began whether it was done: by then its request has been answered, or never will be. */
export const settleTimer = jobHandle(z.object({ id: z.number() }))

const checkAfterMs = 60_000

const timerKey = (id: number) => String(id)

/** Stores an act that is about to be done. Part of the caller's transaction. @throws if the disk has no room */
export function storePending(services: Store, act: CaseAct): PendingAct {
  const { db, now, scheduler } = services
  const { guildId, auditReason, wanted = null, warning = null } = act
  const pending = db
    .insert(pendingActs)
    .values({ guildId, ...entryColumns(act, now()), auditReason, wanted, warning })
    .returning()
    .get()
  scheduleCheck({ scheduler }, pending, now() + checkAfterMs)
  return pending
}

/** Deletes a pending act, because it is a case now or was not done. Part of the caller's transaction. */
export function deletePending({ db, scheduler }: Pick<Store, 'db' | 'scheduler'>, { id }: PendingAct): void {
  db.delete(pendingActs).where(eq(pendingActs.id, id)).run()
  scheduler.cancel(settleTimer, timerKey(id))
}

/** Stores that the person who ordered an act has been told that it may not have been done. */
export const markOrdererNotified = ({ db }: Pick<Store, 'db'>, { id }: PendingAct): void =>
  void db.update(pendingActs).set({ told: true }).where(eq(pendingActs.id, id)).run()

export const pendingAct = ({ db }: Pick<Store, 'db'>, id: number): PendingAct | undefined =>
  db.select().from(pendingActs).where(eq(pendingActs.id, id)).get()

/** Returns the member or the channel that an act is about. Acts about the same one are done one after another. */
export const subjectOf = ({ kind, targetId, channelId }: Pick<PendingAct, 'kind' | 'targetId' | 'channelId'>) =>
  kind === 'purge' ? channelId : (targetId ?? channelId)

/** Returns the unsettled acts about a member or a channel, oldest first. */
export const pendingAbout = ({ db }: Pick<Store, 'db'>, guildId: string, subjectId: string): PendingAct[] =>
  db
    .select()
    .from(pendingActs)
    .where(
      and(
        eq(pendingActs.guildId, guildId),
        or(eq(pendingActs.targetId, subjectId), eq(pendingActs.channelId, subjectId)),
      ),
    )
    .orderBy(asc(pendingActs.id))
    .all()
    .filter(act => subjectOf(act) === subjectId)

/** Whether an act of a kind, or any act on a member, is pending. */
export const isPending = (
  services: Pick<Services, 'db' | 'memory'>,
  guildId: string,
  { kind, targetId }: Pick<PendingAct, 'kind' | 'targetId'>,
): boolean => {
  const { ofKind, about } = statements(services)
  return (targetId === null ? ofKind.get({ guildId, kind }) : about.get({ guildId, targetId })) !== undefined
}

/** Prepared, because they run for every ban event. */
const statements = processState(({ db }: Pick<Services, 'db'>) => {
  const isOwn = eq(pendingActs.guildId, sql.placeholder('guildId'))
  const found = (where: SQL | undefined) => db.select({ id: pendingActs.id }).from(pendingActs).where(where).prepare()
  return {
    ofKind: found(and(isOwn, eq(pendingActs.kind, sql.placeholder('kind')))),
    about: found(and(isOwn, eq(pendingActs.targetId, sql.placeholder('targetId')))),
  }
})

/** Schedules the check at `at` (Unix ms). */
export const scheduleCheck = ({ scheduler }: Pick<Store, 'scheduler'>, { id, guildId }: PendingAct, at: number): void =>
  void scheduler.at(settleTimer, { key: timerKey(id), at, guildId, payload: { id } })

/** Schedules checks for everything that a stopped process left behind, as soon as Discord is connected. */
export function scheduleAllChecks(services: Store): void {
  for (const act of services.db.select().from(pendingActs).all()) scheduleCheck(services, act, services.now())
}
