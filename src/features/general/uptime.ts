import { Status } from 'discord.js'
import { and, asc, desc, eq, gt, lt, max, sql } from 'drizzle-orm'
import { job, type Services } from '#kernel/feature.ts'
import { online } from './table.ts'

/** How often it is written down that the bot is connected (ms). */
const beatMs = 60_000

/** As far back as the share of time is counted (ms). */
export const longestSpanMs = 30 * 24 * 60 * 60 * 1000

interface Span {
  since: number
  until: number
}

/** How much of the time since the first start, but at most the last 30 days, is covered; undefined before the first. */
export function uptimeOf(spans: readonly Span[], now: number): { upMs: number; spanMs: number } | undefined {
  const [first] = spans
  if (!first) return undefined
  const from = Math.max(first.since, now - longestSpanMs)
  const upMs = spans.reduce(
    (sum, { since, until }) => sum + Math.max(0, Math.min(until, now) - Math.max(since, from)),
    0,
  )
  const spanMs = Math.max(0, now - from)
  return { upMs: Math.min(upMs, spanMs), spanMs }
}

const isConnected = ({ client }: Pick<Services, 'client'>) =>
  client.isReady() && [...client.ws.shards.values()].every(shard => shard.status === Status.Ready)

type Doing = Pick<Services, 'client' | 'db' | 'now' | 'log'>

/**
 * Writes down every minute that the bot is connected, as the span of this process: what nobody writes down, after a
 * crash or while Discord cannot be reached, does not count. @returns a function that ends it
 */
export function recordUptime(services: Doing): () => void {
  const { db, now, log } = services
  let id: number | undefined

  function beat(): void {
    const at = now()
    if (!isConnected(services)) {
      id = undefined
      return
    }
    if (id === undefined) id = db.insert(online).values({ since: at, until: at }).returning({ id: online.id }).get().id
    else
      db.update(online)
        .set({ until: sql`max(${online.until}, ${at})` })
        .where(eq(online.id, id))
        .run()
  }

  const safely = () => {
    try {
      beat()
    } catch (err) {
      // A full disk, for one: the next minute tries again.
      log.warn({ err }, 'uptime not recorded')
    }
  }
  services.client.on('clientReady', safely)
  const timer = setInterval(safely, beatMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    services.client.off('clientReady', safely)
    if (id !== undefined) safely()
  }
}

/**
 * Once a day: deletes what is too old to count. The newest of it stays: it says that what counts does not begin with the
 * first start.
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

/** The share of time in which this copy was connected, as it was written down. */
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
  // Until it is written down the next time.
  if (last && isConnected(services) && at - last.until < 2 * beatMs) last.until = Math.max(last.until, at)
  return uptimeOf(spans, at) ?? null
}
