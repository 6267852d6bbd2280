import { and, desc, eq, gt, max, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import { antinukeIncidentEvents as events, antinukeIncidents as incidents } from './table.ts'

const { placeholder } = sql
const named = and(eq(incidents.guildId, placeholder('guildId')), eq(incidents.number, placeholder('number')))

/**
 * Prepared statements for what is written during an attack: each runs between an attack and the request that stops it.
 */
export const statements = processState(({ db }: Pick<Services, 'db'>) => {
  const mark = (what: 'requestedAt' | 'confirmedAt') =>
    db
      .update(incidents)
      .set({ [what]: sql`coalesce(${incidents[what]}, ${placeholder('at')})` })
      .where(named)
      .prepare()
  return {
    latest: db
      .select({ number: incidents.number, state: incidents.state })
      .from(incidents)
      .where(
        and(
          eq(incidents.guildId, placeholder('guildId')),
          gt(incidents.lastAt, placeholder('since')),
          eq(sql`(${incidents.punishment} = 'NONE')`, placeholder('isLetBe')),
        ),
      )
      .orderBy(desc(incidents.number))
      .limit(1)
      .prepare(),
    byNumber: db.select().from(incidents).where(named).prepare(),
    join: db
      .update(incidents)
      .set({
        startedAt: sql`min(${incidents.startedAt}, ${placeholder('startedAt')})`,
        lastAt: sql`${placeholder('now')}`,
        state: 'under-way',
        endedAt: null,
      })
      .where(named)
      .returning()
      .prepare(),
    lastNumber: db
      .select({ number: max(incidents.number) })
      .from(incidents)
      .where(eq(incidents.guildId, placeholder('guildId')))
      .prepare(),
    open: db
      .insert(incidents)
      .values({
        guildId: placeholder('guildId'),
        number: placeholder('number'),
        state: 'under-way',
        module: placeholder('module'),
        punishment: placeholder('punishment'),
        actorId: placeholder('actorId'),
        startedAt: placeholder('startedAt'),
        lastAt: placeholder('lastAt'),
        decidedAt: placeholder('decidedAt'),
      })
      .returning()
      .prepare(),
    note: db
      .insert(events)
      .values({
        guildId: placeholder('guildId'),
        number: placeholder('number'),
        at: placeholder('at'),
        lane: placeholder('lane'),
        parts: placeholder('parts'),
        userId: placeholder('userId'),
        entry: placeholder('entry'),
      })
      .onConflictDoNothing()
      .prepare(),
    requestedAt: mark('requestedAt'),
    confirmedAt: mark('confirmedAt'),
    touch: db
      .update(incidents)
      .set({
        lastAt: sql`${placeholder('now')}`,
        startedAt: sql`min(${incidents.startedAt}, ${placeholder('at')})`,
      })
      .where(named)
      .prepare(),
  }
})
