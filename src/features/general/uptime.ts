import { Status } from 'discord.js'
import { and, asc, desc, eq, gt, lt, max, sql } from 'drizzle-orm'
import { job, type Services } from '#kernel/feature.ts'
import { online } from './table.ts'

/** How often to record that the bot is connected (ms). */
const beatMs = 60_000
/** The longest time between two records (ms); if more has passed, the clock was set or the machine asleep. */
const mostBetweenMs = 2 * beatMs

/** How far back uptime is counted (ms). */
export const longestSpanMs = 30 * 24 * 60 * 60 * 1000

interface Span {
  since: number
  until: number
}

/**
 * How much of the time since the first start, at most the last 30 days, is covered by spans; undefined before the first
 * one.
 */
export function uptimeOf(spans: readonly Span[], now: number): { upMs: number; spanMs: number } | undefined {
  if (spans.length === 0) return undefined
  const from = Math.max(Math.min(...spans.map(({ since }) => since)), now - longestSpanMs)
  let upMs = 0
  // A span recorded by a clock that was ahead may overlap another; no time counts twice.
  let counted = from
  for (const { since, until } of spans.toSorted((a, b) => a.since - b.since)) {
    upMs += Math.max(0, Math.min(until, now) - Math.max(since, counted))
    counted = Math.max(counted, until)
  }
  return { upMs, spanMs: Math.max(0, now - from) }
}

const isConnected = ({ client }: Pick<Services, 'client'>) =>
  client.isReady() && [...client.ws.shards.values()].every(shard => shard.status === Status.Ready)

type Doing = Pick<Services, 'client' | 'db' | 'now' | 'log'>

/**
 * Returns a function that records that the bot is connected, as a span that is extended each minute. If the clock
 * leaps, a new span begins, because the time in between did not really pass.
 */
export function createBeats({ db, now }: Pick<Services, 'db' | 'now'>, isUp: () => boolean): () => void {
  let span: { id: number; at: number } | undefined
  return () => {
    const at = now()
    if (!isUp()) span = undefined
    else if (span && Math.abs(at - span.at) <= mostBetweenMs) {
      db.update(online)
        .set({ until: sql`max(${online.until}, ${at})` })
        .where(eq(online.id, span.id))
        .run()
      span.at = at
    } else span = { at, ...db.insert(online).values({ since: at, until: at }).returning({ id: online.id }).get() }
  }
}

/**
 * Records every minute that the bot is connected; minutes without a record, after a crash or while Discord cannot be
 * reached, do not count.
 * @returns a function that stops it
 */
export function recordUptime(services: Doing): () => void {
  const { log } = services
  let hasBegun = false
  const beat = createBeats(services, () => isConnected(services))

  const safely = () => {
    try {
      beat()
      hasBegun = true
    } catch (err) {
      // For example because the disk is full: the next minute tries again.
      log.warn({ err }, 'uptime not recorded')
    }
  }
  services.client.on('clientReady', safely)
  const timer = setInterval(safely, beatMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    services.client.off('clientReady', safely)
    if (hasBegun) safely()
  }
}

/**
 * Once a day: deletes spans that are too old to count, except for the newest of these, which shows that the counted
 * time does not begin with the first start.
 */
export const pruneUptime = job({
  deletesOld: true,
  run({ db, now }: Pick<Services, 'db' | 'now'>) {
    const old = lt(online.until, now() - longestSpanMs)
    const kept = db
      .select({ id: max(online.id) })
      .from(online)
      .where(old)
    db.delete(online)
      .where(and(old, lt(online.id, kept)))
      .run()
  },
})

/** The share of time in which this copy was connected, according to the records. */
export function readUptime(services: Pick<Services, 'client' | 'db' | 'now'>) {
  const { db, now } = services
  const at = now()
  const recent = db
    .select({ since: online.since, until: online.until })
    .from(online)
    .where(gt(online.until, at - longestSpanMs))
    .orderBy(asc(online.id))
    .all()
  const before = db
    .select({ since: online.since, until: online.until })
    .from(online)
    .where(lt(online.until, at - longestSpanMs))
    .orderBy(desc(online.id))
    .limit(1)
    .all()
  const spans = [...before, ...recent]
  const last = spans.at(-1)
  // Covers the time until the next record.
  if (last && isConnected(services) && at - last.until < mostBetweenMs) last.until = Math.max(last.until, at)
  return uptimeOf(spans, at) ?? null
}
