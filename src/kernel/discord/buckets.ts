/** Of more, those that are free again are forgotten. */
const mostKept = 1000

/**
 * As many are under way beside each other before Discord has said how many it takes: of what needs no order, nothing has
 * been seen to have a lower limit, and one at a time would be a journey to Discord and back before the rest may leave.
 */
const mostUntold = 5

/** What an answer says of the limit that it counted against. */
export interface LimitTold {
  /** Requests that Discord takes from one reset to the next. */
  limit: number
  /** How many more of them until then. */
  remaining: number
  /** In so long (ms). */
  resetMs: number
}

interface Bucket {
  /** Requests that have not been answered. */
  underWay: number
  /** Whether they are such as need no order. */
  anyOrder: boolean
  /** Discord takes none before then. */
  freeAt: number
  /** What Discord last said of the limit: of answers, which may overtake each other, the fewest that are left. */
  limit: { most: number; remaining: number; resetsAt: number } | undefined
}

/** What Discord's limits take, each by its name; times are ms of the clock that is given. */
export interface Buckets {
  /** Whether one more may leave. @param anyOrder whether it may do so beside others */
  takesOne(name: string, anyOrder: boolean): boolean
  left(name: string, anyOrder: boolean): void
  ended(name: string): void
  /** @param former what the limit was known by until Discord named it: what is under way by it counts */
  told(name: string, limit: LimitTold, former?: string): void
  exhausted(name: string, ms: number): void
  /** From when on it takes anything; 0 where nothing is known against it. */
  freeAt(name: string): number
  /** When it may take more, though nothing is answered meanwhile. */
  changesAt(name: string): readonly number[]
}

export function createBuckets(now: () => number): Buckets {
  const buckets = new Map<string, Bucket>()

  function bucketOf(name: string): Bucket {
    const bucket = buckets.get(name) ?? { underWay: 0, anyOrder: false, freeAt: 0, limit: undefined }
    buckets.set(name, bucket)
    return bucket
  }

  /** Until when Discord takes nothing more of a limit that is used up by what left before it had a name. */
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
      if (!limit) return underWay < mostUntold
      // What is under way may not be in the count that Discord told of.
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
    told(name, { limit: most, remaining, resetMs }, former) {
      const before = former === undefined ? undefined : buckets.get(former)
      const bucket = before ? bucketOf(name) : buckets.get(name)
      if (!bucket) return
      // One of them is what is being answered.
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
