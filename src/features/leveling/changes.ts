import { randomBytes } from 'node:crypto'
import { and, desc, eq, lt } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import type { Database } from '#kernel/storage/database.ts'
import { activityOf } from './activity.ts'
import type { XpChange } from './contract.ts'
import { changed } from './curve.ts'
import { queueRoles } from './role-giving.ts'
import { levelingChanges as changes, levelingMembers as members } from './table.ts'

type Doing = Pick<Services, 'db' | 'log' | 'now' | 'scheduler'>

/** Who makes a change. */
export interface Maker {
  userId: string
  name: string
}

export interface Order {
  guildId: string
  kind: XpChange['kind']
  by: Maker
  /** Members whose total changes, and to what. */
  entries: readonly { userId: string; total: number; name?: string | null }[]
  /** Names what is changed together. */
  batch?: string
}

const newBatch = (kind: string) => `${kind}-${randomBytes(8).toString('hex')}`

const currentTotal = (db: Database, guildId: string, userId: string): number =>
  db
    .select({ total: members.total })
    .from(members)
    .where(and(eq(members.guildId, guildId), eq(members.userId, userId)))
    .get()?.total ?? 0

/**
 * Sets totals and writes down who did it, in one transaction; members whose total stays are left out. Their roles
 * follow, and those above the new level are taken.
 * @returns how many were changed
 */
export function changeXp(services: Doing, { guildId, kind, by, entries, batch }: Order): number {
  const { db, now } = services
  const activity = activityOf(services)
  const at = now()
  activity.flush()
  const touched = new Set<string>()
  db.transaction(() => {
    for (const { userId, total, name } of entries) {
      const before = currentTotal(db, guildId, userId)
      if (before === total || touched.has(userId)) continue
      touched.add(userId)
      db.insert(members)
        .values({ guildId, userId, total, name: name ?? null })
        .onConflictDoUpdate({ target: [members.guildId, members.userId], set: { total } })
        .run()
      db.insert(changes)
        .values({ guildId, userId, kind, byId: by.userId, byName: by.name, at, before, after: total, batch })
        .run()
    }
    // Many at once are brought in line together, by whoever asks for it.
    if (batch === undefined) for (const userId of touched) queueRoles(services, guildId, userId, { strict: true })
  })
  activity.discard(tally => tally.guildId === guildId && touched.has(tally.userId))
  return touched.size
}

/** One member's XP, more or less or to an amount. @returns their total then */
export function changeOne(
  services: Doing,
  guildId: string,
  userId: string,
  { kind, amount, by }: { kind: 'give' | 'take' | 'set' | 'reset'; amount: number; by: Maker },
): number {
  activityOf(services).flush()
  const before = currentTotal(services.db, guildId, userId)
  const total = { give: changed(before, amount), take: changed(before, -amount), set: changed(amount, 0), reset: 0 }[
    kind
  ]
  changeXp(services, { guildId, kind, by, entries: [{ userId, total }] })
  return total
}

/** Takes all XP in a guild; messages and voice time stay. It can be undone by its batch. @returns how many had some */
export function resetAll(services: Doing, guildId: string, by: Maker): number {
  activityOf(services).flush()
  const all = services.db.select({ userId: members.userId }).from(members).where(eq(members.guildId, guildId)).all()
  const entries = all.map(({ userId }) => ({ userId, total: 0 }))
  return changeXp(services, { guildId, kind: 'reset', by, entries, batch: newBatch('reset') })
}

/** Takes back what a batch changed; what was earned since stays. @returns how many members it concerned */
export function undoBatch(services: Doing, guildId: string, batch: string, by: Maker): number {
  const { db } = services
  activityOf(services).flush()
  return db.transaction(() => {
    const ofBatch = and(eq(changes.guildId, guildId), eq(changes.batch, batch), eq(changes.undone, false))
    const undone = db.select().from(changes).where(ofBatch).all()
    db.update(changes).set({ undone: true }).where(ofBatch).run()
    const entries = undone.map(({ userId, before, after }) => ({
      userId,
      total: changed(currentTotal(db, guildId, userId), before - after),
    }))
    changeXp(services, { guildId, kind: 'undo', by, entries, batch: newBatch('undo') })
    return undone.length
  })
}

/** Changes of a guild that were not earned by messages, newest first. */
export const changesBefore = (db: Database, guildId: string, before: number | undefined, limit: number) =>
  db
    .select()
    .from(changes)
    .where(and(eq(changes.guildId, guildId), before === undefined ? undefined : lt(changes.id, before)))
    .orderBy(desc(changes.id))
    .limit(limit)
    .all()
