import { and, asc, count, desc, eq, gt, inArray, like, sql } from 'drizzle-orm'
import { type Database, processState } from '#kernel/feature.ts'
import { createKeyedQueue } from '#kit/keyed-queue.ts'
import { levelingRoleBatches as batches, levelingRoleChanges as changes } from '../table.ts'

export type RoleBatch = typeof batches.$inferSelect
export type RoleChangeRow = typeof changes.$inferSelect

/** Only one batch at a time reads and changes a member's roles. */
export const inOrder = processState(createKeyedQueue)

/** The states that an undo still has to handle. */
const open = ['begun', 'done', 'undoing'] as const satisfies RoleChangeRow['state'][]
export const isOpen = ({ state }: Pick<RoleChangeRow, 'state'>): boolean => open.some(one => one === state)

/** Queries on the tables of role changes, for one guild. */
export function roleRows(db: Database, guildId: string) {
  const named = (batch: string) => and(eq(batches.guildId, guildId), eq(batches.batch, batch))
  const ofBatch = (batch: string) => and(eq(changes.guildId, guildId), eq(changes.batch, batch))
  const toUndo = (batch: string) => and(ofBatch(batch), inArray(changes.state, open))
  return {
    batch: (batch: string): RoleBatch | undefined => db.select().from(batches).where(named(batch)).get(),
    latest: (prefix: string): RoleBatch | undefined =>
      db
        .select()
        .from(batches)
        .where(and(eq(batches.guildId, guildId), like(batches.batch, `${prefix}-%`)))
        .orderBy(desc(batches.at))
        .limit(1)
        .get(),
    openBatch: (batch: Pick<RoleBatch, 'batch' | 'at' | 'take'>): void =>
      void db
        .insert(batches)
        .values({ guildId, state: 'following', ...batch })
        .run(),
    /** Changes the state of a batch, unless it is no longer in one of `from`. */
    moveBatch: (batch: string, from: readonly RoleBatch['state'][], state: RoleBatch['state']): boolean =>
      db
        .update(batches)
        .set({ state })
        .where(and(named(batch), inArray(batches.state, [...from])))
        .run().changes > 0,

    ofMember: (batch: string, userId: string): RoleChangeRow[] =>
      db
        .select()
        .from(changes)
        .where(and(ofBatch(batch), eq(changes.userId, userId)))
        .orderBy(changes.id)
        .all(),
    begin: (row: Omit<RoleChangeRow, 'id' | 'guildId' | 'state' | 'seen'>): RoleChangeRow =>
      db
        .insert(changes)
        .values({ guildId, state: 'begun', ...row })
        .returning()
        .get(),
    /** Records the outcome of a change. @returns false if somebody has overruled it in the meantime */
    settle: ({ id, state }: RoleChangeRow, to: RoleChangeRow['state']): boolean =>
      db
        .update(changes)
        .set({ state: to })
        .where(and(eq(changes.id, id), eq(changes.state, state)))
        .run().changes > 0,

    /** The members with something to undo, by id. */
    membersAfter: (batch: string, cursor: string, limit: number): string[] =>
      db
        .selectDistinct({ userId: changes.userId })
        .from(changes)
        .where(and(toUndo(batch), gt(changes.userId, cursor)))
        .orderBy(asc(changes.userId))
        .limit(limit)
        .all()
        .map(({ userId }) => userId),
    mayUndo: (batch: string): boolean =>
      db
        .select({ id: changes.id })
        .from(changes)
        .innerJoin(batches, and(eq(batches.guildId, changes.guildId), eq(batches.batch, changes.batch)))
        .where(and(toUndo(batch), inArray(batches.state, ['followed', 'stopped'])))
        .limit(1)
        .get() !== undefined,
    toUndo: (batch: string): number =>
      db
        .select({ n: sql<number>`count(DISTINCT ${changes.userId})` })
        .from(changes)
        .where(toUndo(batch))
        .get()?.n ?? 0,

    /** A batch's changes in the order they were made. */
    page: (batch: string, after: number, limit: number): RoleChangeRow[] =>
      db
        .select()
        .from(changes)
        .where(and(ofBatch(batch), gt(changes.id, after)))
        .orderBy(asc(changes.id))
        .limit(limit)
        .all(),
    counts: (batch: string) =>
      db
        .select({ change: changes.change, state: changes.state, n: count() })
        .from(changes)
        .where(ofBatch(batch))
        .groupBy(changes.change, changes.state)
        .all(),
  }
}

/**
 * Compares the roles that Discord reports for a member with the changes made for them. If a reported change is later
 * contradicted, somebody decided otherwise, and the change is no longer ours.
 * @param held the ids of the roles they have now
 */
export function noteRoles(db: Database, guildId: string, userId: string, held: ReadonlySet<string>): void {
  const rows = db
    .select({ id: changes.id, roleId: changes.roleId, change: changes.change, seen: changes.seen })
    .from(changes)
    .where(and(eq(changes.userId, userId), eq(changes.guildId, guildId), inArray(changes.state, ['begun', 'done'])))
    .all()
  for (const { id, roleId, change, seen } of rows) {
    const stands = held.has(roleId) === (change === 'given')
    if (stands === seen) continue
    db.update(changes)
      .set(stands ? { seen: true } : { state: 'overruled' })
      .where(eq(changes.id, id))
      .run()
  }
}
