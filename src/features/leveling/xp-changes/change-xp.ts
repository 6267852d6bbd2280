import { randomBytes } from 'node:crypto'
import { and, count, desc, eq, lt, ne, sql } from 'drizzle-orm'
import type { Database, Services } from '#kernel/feature.ts'
import { activityOf } from '../earning/activity.ts'
import { keyOfAnother } from '#kit/request-key.ts'
import { manualBatchPrefix, type XpChange } from './contract.ts'
import { clampTotal, levelProgress } from '../curve.ts'
import { totalsOf } from '../guild-members.ts'
import { queueChangedRoles } from '../role-changes/level-roles.ts'
import { levelingChanges as changes, levelingMembers as members } from '../table.ts'

type Doing = Pick<Services, 'db' | 'log' | 'now' | 'scheduler' | 'memory'>

/** Who makes a change. */
export interface XpAuthor {
  userId: string
  name: string
}

interface XpChangeRequest {
  guildId: string
  kind: XpChange['kind']
  by: XpAuthor
  /** The members whose total changes, and their new totals. */
  entries: readonly { userId: string; total: number; name?: string | null }[]
  /** Identifies changes made together. */
  batch: string
}

export const newBatch = (kind: string) => `${kind}-${randomBytes(8).toString('hex')}`

/** Many rows in one statement: a file has thousands, and nothing else runs while they are stored. */
const rowsOf = (entries: XpChangeRequest['entries']) => sql`
  (SELECT value ->> 0 AS user_id, value ->> 1 AS total, value ->> 2 AS name
   FROM json_each(${JSON.stringify(entries.map(({ userId, total, name }) => [userId, total, name ?? null]))})) AS entry`

/**
 * Sets totals and records who did it, in one transaction; members whose total stays the same are left out. The caller
 * must update their roles.
 * @param order contains nobody twice in `entries`
 * @returns how many were changed
 */
export function changeXp(services: Doing, { guildId, kind, by, entries, batch }: XpChangeRequest): number {
  const { db, now } = services
  const activity = activityOf(services)
  activity.flush()
  const written = db.transaction(() => {
    const { changes: count } = db.run(sql`
      INSERT INTO ${changes} (guild_id, user_id, kind, by_id, by_name, at, before, after, batch)
      SELECT ${guildId}, entry.user_id, ${kind}, ${by.userId}, ${by.name}, ${now()}, coalesce(member.total, 0),
        entry.total, ${batch}
      FROM ${rowsOf(entries)}
      LEFT JOIN ${members} AS member ON member.guild_id = ${guildId} AND member.user_id = entry.user_id
      WHERE coalesce(member.total, 0) <> entry.total`)
    db.run(sql`
      INSERT INTO ${members} (guild_id, user_id, total, name)
      SELECT ${guildId}, entry.user_id, entry.total, entry.name FROM ${rowsOf(entries)} WHERE true
      ON CONFLICT DO UPDATE SET total = excluded.total`)
    return count
  })
  const concerned = new Set(entries.map(({ userId }) => userId))
  activity.discard(tally => tally.guildId === guildId && concerned.has(tally.userId))
  return written
}

export interface MemberXpChange {
  kind: 'give' | 'take' | 'set' | 'reset'
  amount: number
  by: XpAuthor
  /** The caller's key for this request: repeating it has no further effect. */
  key?: string | undefined
}

const batchOf = ({ key }: Pick<MemberXpChange, 'key'>) =>
  key === undefined ? newBatch(manualBatchPrefix) : `${manualBatchPrefix}-${key}`

/**
 * The total that resulted when this change was requested before; undefined if it was not.
 * @throws UserError 409 if the same key was used for a different change
 */
export function totalOfRepeat(
  { db }: Pick<Services, 'db'>,
  guildId: string,
  wanted: { userId: string } & Pick<MemberXpChange, 'kind' | 'amount' | 'key'>,
): number | undefined {
  if (wanted.key === undefined) return undefined
  const { userId, kind, before, after } = changes
  const done = db
    .select({ userId, kind, before, after })
    .from(changes)
    .where(and(eq(changes.guildId, guildId), eq(changes.batch, batchOf(wanted))))
    .get()
  if (!done) return undefined
  if (done.userId !== wanted.userId || done.kind !== wanted.kind || changedTotal(done.before, wanted) !== done.after)
    throw keyOfAnother()
  return done.after
}

/** Records a change that had no effect, so that repeating the request later does not change XP earned since. */
const noteUnchanged = (
  { db, now }: Pick<Services, 'db' | 'now'>,
  {
    by,
    total,
    ...change
  }: Pick<XpChangeRequest, 'guildId' | 'kind' | 'by' | 'batch'> & { userId: string; total: number },
): void =>
  void db
    .insert(changes)
    .values({ ...change, byId: by.userId, byName: by.name, at: now(), before: total, after: total })
    .run()

/** The new total after a change. */
export const changedTotal = (before: number, { kind, amount }: Pick<MemberXpChange, 'kind' | 'amount'>): number =>
  ({
    give: clampTotal(before, amount),
    take: clampTotal(before, -amount),
    set: clampTotal(amount, 0),
    reset: 0,
  })[kind]

/**
 * Raises, lowers or sets one member's XP. Their roles follow, and those of lost levels are taken.
 * @returns their new total
 * @throws UserError 409 if the key belongs to another change
 */
export function changeMemberXp(
  services: Doing,
  guildId: string,
  userId: string,
  { kind, amount, by, key }: MemberXpChange,
): number {
  const made = totalOfRepeat(services, guildId, { userId, kind, amount, key })
  if (made !== undefined) return made
  const before = totalsOf(services, guildId, [userId]).get(userId) ?? 0
  const batch = batchOf({ key })
  const total = changedTotal(before, { kind, amount })
  services.db.transaction(() => {
    const changed = changeXp(services, { guildId, kind, by, entries: [{ userId, total }], batch })
    const from = levelProgress(before).level
    if (changed === 0 && key !== undefined) noteUnchanged(services, { guildId, userId, kind, by, batch, total })
    if (changed > 0) queueChangedRoles(services, guildId, { userId, from, batch })
  })
  return total
}

/**
 * Matches changes that can be undone. An undo cannot: undoing it would bring back changes that count as undone, so that
 * they could be added or undone once more.
 */
const notUndone = (guildId: string, batch: string) =>
  and(eq(changes.guildId, guildId), eq(changes.batch, batch), eq(changes.undone, false), ne(changes.kind, 'undo'))

/** Those of the given members whose XP a batch changed, unless that was undone. */
export function changedBy(db: Database, guildId: string, batch: string, userIds: readonly string[]): Set<string> {
  const ids = JSON.stringify(userIds)
  const rows = db
    .select({ userId: changes.userId })
    .from(changes)
    .where(and(notUndone(guildId, batch), sql`${changes.userId} IN (SELECT value FROM json_each(${ids}))`))
    .all()
  return new Set(rows.map(({ userId }) => userId))
}

/** The number of members for whom a batch made a change that has not been undone yet. */
export const undoable = (db: Database, guildId: string, batch: string): number =>
  db.select({ members: count() }).from(changes).where(notUndone(guildId, batch)).get()?.members ?? 0

/**
 * Undoes a batch's changes for some of its members; keeps what was earned since.
 * @param undo.into the undo's own batch
 * @returns for how many members
 */
export function undoPart(
  services: Doing,
  guildId: string,
  undo: { batch: string; into: string; by: XpAuthor; limit: number },
): number {
  const { db } = services
  activityOf(services).flush()
  return db.transaction(() => {
    const undone = db
      .select({
        id: changes.id,
        userId: changes.userId,
        before: changes.before,
        after: changes.after,
        total: members.total,
      })
      .from(changes)
      .leftJoin(members, and(eq(members.guildId, changes.guildId), eq(members.userId, changes.userId)))
      .where(notUndone(guildId, undo.batch))
      .orderBy(changes.id)
      .limit(undo.limit)
      .all()
    const ids = JSON.stringify(undone.map(({ id }) => id))
    db.update(changes).set({ undone: true }).where(sql`${changes.id} IN (SELECT value FROM json_each(${ids}))`).run()
    const entries = undone.map(({ userId, before, after, total }) => ({
      userId,
      total: clampTotal(total ?? 0, before - after),
    }))
    changeXp(services, { guildId, kind: 'undo', by: undo.by, entries, batch: undo.into })
    return undone.length
  })
}

/** A guild's changes of XP other than by messages, newest first. */
export const changesBefore = (db: Database, guildId: string, before: number | undefined, limit: number) =>
  db
    .select()
    .from(changes)
    .where(
      and(
        eq(changes.guildId, guildId),
        ne(changes.before, changes.after),
        before === undefined ? undefined : lt(changes.id, before),
      ),
    )
    .orderBy(desc(changes.id))
    .limit(limit)
    .all()
