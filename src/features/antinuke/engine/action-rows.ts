import { SnowflakeUtil } from 'discord.js'
import { and, between, eq, gt, isNull, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import { antinukeActions as rows } from './table.ts'

export type CountedAction = typeof rows.$inferSelect
type Store = Pick<Services, 'db' | 'memory'>

const { placeholder } = sql

/** Prepared statements: each of them runs between an attack and the request that stops it. */
const statements = processState(({ db }: Pick<Services, 'db'>) => {
  const since = (actor: ReturnType<typeof isNull>) =>
    db
      .select()
      .from(rows)
      .where(and(eq(rows.guildId, placeholder('guildId')), actor, gt(rows.at, placeholder('since'))))
      .orderBy(rows.at)
      .prepare()
  return {
    insert: db
      .insert(rows)
      .values({
        guildId: placeholder('guildId'),
        entry: placeholder('entry'),
        type: placeholder('type'),
        actorId: placeholder('actorId'),
        module: placeholder('module'),
        operation: placeholder('operation'),
        weight: placeholder('weight'),
        at: placeholder('at'),
        objectKind: placeholder('objectKind'),
        targetId: placeholder('targetId'),
        name: placeholder('name'),
        given: placeholder('given'),
        needs: placeholder('needs'),
        does: placeholder('does'),
      })
      .onConflictDoNothing()
      .prepare(),
    ofEntry: db
      .select()
      .from(rows)
      .where(and(eq(rows.guildId, placeholder('guildId')), eq(rows.entry, placeholder('entry'))))
      .prepare(),
    // Ids of entries grow with time, as do the ids of what they are about, so few rows lie between.
    making: db
      .select({ actorId: rows.actorId })
      .from(rows)
      .where(
        and(
          eq(rows.guildId, placeholder('guildId')),
          between(rows.entry, placeholder('from'), placeholder('to')),
          eq(rows.operation, 'create'),
          eq(rows.targetId, placeholder('targetId')),
        ),
      )
      .prepare(),
    ofActor: since(eq(rows.actorId, placeholder('actorId'))),
    ofNobody: since(isNull(rows.actorId)),
  }
})

/** @returns false when its entry is there already */
export const insertAction = (services: Store, row: CountedAction): boolean =>
  statements(services).insert.run({ ...row }).changes > 0

/** What an entry was counted as. */
export const actionOfEntry = (services: Store, guildId: string, entry: string): CountedAction | undefined =>
  statements(services).ofEntry.get({ guildId, entry })

/** The longest time between the creation of something and Discord's entry about who created it (ms). */
const writtenWithinMs = 60_000

/** Who created something that has an id of Discord's, if that was counted within thirty days. */
export function makerOf(services: Store, guildId: string, targetId: string): string | null | undefined {
  const at = SnowflakeUtil.timestampFrom(targetId)
  const [from, to] = [at - writtenWithinMs, at + writtenWithinMs].map(timestamp =>
    String(SnowflakeUtil.generate({ timestamp, increment: 0n, workerId: 0n, processId: 0n })),
  )
  return statements(services).making.get({ guildId, from, to, targetId })?.actorId
}

/** What somebody did recently, oldest first; null for what nobody is known to have done. @param since Unix ms */
export const actionsOf = (services: Store, guildId: string, actorId: string | null, since: number): CountedAction[] =>
  actorId === null
    ? statements(services).ofNobody.all({ guildId, since })
    : statements(services).ofActor.all({ guildId, actorId, since })
