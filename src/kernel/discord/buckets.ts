/** Beyond this number, buckets that are free again are forgotten. */
const mostKept = 1000

/**
 * How many requests may be in flight together before Discord has reported the limit: no lower limit has been seen on
 * routes that need no order, and one at a time would cost a round trip before the rest may leave.
 */
const mostBeforeLimit = 5

/** The rate limit that an answer reports. */
export interface ReportedLimit {
  /** How many requests Discord accepts between two resets. */
  limit: number
  /** How many are left until the reset. */
  remaining: number
  /** The time until the reset (ms). */
  resetMs: number
}

interface Bucket {
  /** The number of requests in flight. */
  underWay: number
  /** Whether the requests in flight need no order. */
  anyOrder: boolean
  /** Discord accepts no request before this time. */
  freeAt: number
  /** The limit as last reported. Answers may overtake each other, so `remaining` is the lowest number reported. */
  limit: { most: number; remaining: number; resetsAt: number } | undefined
}

/** Tracks how many requests Discord's rate limits accept, by the limit's name; times are in ms of the given clock. */
export interface Buckets {
  /** Whether one more request may leave. @param anyOrder whether it may be in flight together with others */
  takesOne(name: string, anyOrder: boolean): boolean
  left(name: string, anyOrder: boolean): void
  ended(name: string): void
  /**
   * Records a reported limit. @param former the name used until Discord named the limit: requests in flight under it
   * count
   */
  limitReported(name: string, limit: ReportedLimit, former?: string): void
  exhausted(name: string, ms: number): void
  /** The time from which it accepts requests; 0 when nothing is known to prevent them. */
  freeAt(name: string): number
  /** The times at which it may accept more, even without an answer until then. */
  changesAt(name: string): readonly number[]
}

export function createBuckets(now: () => number): Buckets {
  const buckets = new Map<string, Bucket>()

  function bucketOf(name: string): Bucket {
    const bucket = buckets.get(name) ?? { underWay: 0, anyOrder: false, freeAt: 0, limit: undefined }
    buckets.set(name, bucket)
    return bucket
  }

  /**
   * Until when a limit accepts nothing because requests that left before it had a name have used it up; 0 if they have
   * not.
   */
  const usedUpUntil = ({ limit }: Bucket): number =>
    limit && limit.remaining <= 0 && now() < limit.resetsAt ? limit.resetsAt : 0

  const isOver = ({ underWay, freeAt, limit }: Bucket): boolean =>
    underWay === 0 && freeAt <= now() && (limit?.resetsAt ?? 0) <= now()

  function tidy(): void {
    if (buckets.size < mostKept) return
    for (const [name, bucket] of buckets) if (isOver(bucket)) buckets.delete(name)
  }

  return {
    takesOne(name, anyOrder) {
      const bucket = buckets.get(name)
      if (!bucket) return true
      const { freeAt, underWay, limit } = bucket
      if (freeAt > now() || usedUpUntil(bucket) > 0) return false
      if (underWay === 0) return true
      if (!anyOrder || !bucket.anyOrder) return false
      if (!limit) return underWay < mostBeforeLimit
      // Requests in flight may not be included in the number that Discord reported.
      return underWay < (now() < limit.resetsAt ? limit.remaining : limit.most)
    },
    left(name, anyOrder) {
      const bucket = bucketOf(name)
      bucket.anyOrder = anyOrder
      bucket.underWay += 1
    },
    ended(name) {
      const bucket = buckets.get(name)
      if (!bucket) return
      bucket.underWay = Math.max(0, bucket.underWay - 1)
      if (isOver(bucket)) buckets.delete(name)
    },
    limitReported(name, { limit: most, remaining, resetMs }, former) {
      const before = former === undefined ? undefined : buckets.get(former)
      const bucket = before ? bucketOf(name) : buckets.get(name)
      if (!bucket) return
      // One of them is the request that is being answered.
      const left = remaining - Math.max(0, (before?.underWay ?? 0) - 1)
      const last = bucket.limit
      if (last && now() < last.resetsAt) last.remaining = Math.min(last.remaining, left)
      else bucket.limit = { most, remaining: left, resetsAt: now() + resetMs }
      tidy()
    },
    exhausted(name, ms) {
      bucketOf(name).freeAt = now() + ms
      tidy()
    },
    freeAt(name) {
      const bucket = buckets.get(name)
      return bucket ? Math.max(bucket.freeAt, usedUpUntil(bucket)) : 0
    },
    changesAt(name) {
      const bucket = buckets.get(name)
      return bucket ? [bucket.freeAt, bucket.limit?.resetsAt ?? 0] : []
    },
  }
}
