import { and, asc, desc, eq, gt, gte, inArray, lt, lte, max, min, ne, type SQL, sql } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { antinukeIncidents as incidents } from '../incidents/table.ts'
import { attackOf } from '../engine/attack.ts'
import { oldestMoment } from '../journal/prune.ts'
import { noteOf } from '../journal/notes.ts'
import { flush } from '../journal/pending-work.ts'
import { journal } from '../journal/table.ts'
import type { RecordedDay } from './contract.ts'

type Reading = Pick<Services, 'db' | 'memory' | 'log' | 'now'>

const dayMs = 86_400_000
const daysShown = 30

/** Who holds which roles is not part of the structure: it is neither counted nor compared. */
const structure = (guildId: string) =>
  and(eq(journal.guildId, guildId), ne(journal.origin, 'read'), ne(journal.kind, 'member'))

/**
 * The first moment at which the whole server is known: just before its first change, as changes count as such only once
 * everything was read. Undefined before that.
 */
export function firstMoment(services: Reading, guildId: string): { cursor: number; at: number } | undefined {
  flush(services, guildId)
  const { db } = services
  if (noteOf(services, guildId, 'structure') === undefined) return undefined
  const oldest = oldestMoment(services, guildId)
  const inGuild = eq(journal.guildId, guildId)
  const first = db
    .select({ id: min(journal.id) })
    .from(journal)
    .where(and(inGuild, ne(journal.origin, 'read')))
    .get()
  const row = db
    .select({ cursor: journal.id, at: journal.at })
    .from(journal)
    .where(and(inGuild, typeof first?.id === 'number' ? lt(journal.id, first.id) : undefined))
    .orderBy(desc(journal.id))
    .limit(1)
    .get()
  if (oldest === 0) return row
  const kept = db
    .select({ at: journal.at })
    .from(journal)
    .where(and(inGuild, gte(journal.id, oldest)))
    .orderBy(asc(journal.id))
    .limit(1)
    .get()
  return row && row.cursor >= oldest ? row : kept && { cursor: oldest, at: kept.at }
}

/**
 * Queries for the first and the last change of every object between two moments, by kind and id at that time, and for
 * the number of changes.
 */
export function changesBetween({ db }: Pick<Services, 'db'>, guildId: string, from: number, to: number) {
  const between = and(structure(guildId), gt(journal.id, from), lte(journal.id, to))
  const each = (one: SQL<number | null>) => {
    const ids = db.select({ id: one }).from(journal).where(between).groupBy(journal.kind, journal.objectId)
    return db
      .select({
        kind: journal.kind,
        id: journal.objectId,
        at: journal.at,
        actorId: journal.actorId,
        origin: journal.origin,
      })
      .from(journal)
      .where(inArray(journal.id, ids))
  }
  return {
    firsts: each(min(journal.id)),
    lasts: each(max(journal.id)),
    count: db.select({ count: sql<number>`count(*)` }).from(journal).where(between),
  }
}

/** When the structure last changed (Unix ms), as far as that is recorded. */
export function lastChangeAt({ db }: Pick<Services, 'db'>, guildId: string): number | null {
  const row = db.select({ at: journal.at }).from(journal).where(structure(guildId)).orderBy(desc(journal.id)).limit(1)
  return row.get()?.at ?? null
}

/** How much changed on each of the last days. @param offset how many minutes a day begins before that of UTC */
export function recordedDays(services: Reading, guildId: string, offset: number): RecordedDay[] {
  const { db, now } = services
  const shift = offset * 60_000
  const dayOf = (at: number) => Math.floor((at + shift) / dayMs)
  const today = dayOf(now())
  const since = (today - daysShown + 1) * dayMs - shift
  const number = sql<number>`CAST((${journal.at} + ${shift}) / ${dayMs} AS INTEGER)`
  const rows = db
    .select({
      day: number,
      changes: sql<number>`count(*)`,
      gap: sql<number | null>`max(CASE WHEN ${journal.origin} = 'gap' THEN ${journal.at} END)`,
    })
    .from(journal)
    .where(and(structure(guildId), gte(journal.at, since)))
    .groupBy(number)
    .all()
  const byDay = new Map(rows.map(row => [row.day, row]))
  const attacks = db
    .select({ number: incidents.number, at: incidents.startedAt })
    .from(incidents)
    .where(and(eq(incidents.guildId, guildId), gte(incidents.startedAt, since)))
    .orderBy(incidents.number)
    .all()
  return Array.from({ length: daysShown }, (_, place) => {
    const day = today - daysShown + 1 + place
    const { changes = 0, gap = null } = byDay.get(day) ?? {}
    const own = attacks.filter(({ at }) => dayOf(at) === day).map(one => one.number)
    return { at: day * dayMs - shift, changes, incidents: own, gap }
  })
}

/** How long before Discord's time of a hostile change it may have been recorded (ms), as clocks differ. */
const clocksMs = 60_000
const mostPresets = 20

/** The moments just before each of the last incidents: before the first change by one of the attackers (Unix ms). */
export function momentsBeforeIncidents(services: Services, guildId: string): { number: number; at: number }[] {
  const { db, now } = services
  const rows = db
    .select()
    .from(incidents)
    .where(and(eq(incidents.guildId, guildId), gte(incidents.startedAt, now() - daysShown * dayMs)))
    .orderBy(desc(incidents.number))
    .limit(mostPresets)
    .all()
  return rows.map(({ number, startedAt }) => {
    const attackers = attackOf(services, { guildId, number })?.tookPart ?? []
    const first = db
      .select({ at: journal.at })
      .from(journal)
      .where(
        and(eq(journal.guildId, guildId), gte(journal.at, startedAt - clocksMs), inArray(journal.actorId, attackers)),
      )
      .orderBy(journal.id)
      .limit(1)
      .get()
    return { number, at: Math.min(startedAt, first?.at ?? startedAt) - 1 }
  })
}
