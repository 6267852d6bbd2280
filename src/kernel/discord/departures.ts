import { type Lane, lanes } from './lanes.ts'

/**
 * Requests that Discord takes in a second from most bots.
 * Source: https://discord.com/developers/docs/topics/rate-limits#global-rate-limit
 */
export const usualPerSecond = 50
/** The part of them with which a lane still sends: what is left is for those above. */
const shareOfLane: Record<Lane, number> = { punish: 1, repair: 0.96, moderation: 0.9, answers: 0.8, bulk: 0.6 }
/** A little more than the library's own second, so that none is held up there. */
const secondMs = 1050
/** What one server takes in the lane of answers while others ask too: the rest is theirs, whatever it asks for. */
const shareOfOwner = 0.4
/** For how long another server counts as asking. */
const othersMs = 60_000
/** What has waited so long below moderation goes before it, once in a second: nothing waits for ever. */
const patienceMs = 5000
const favourEveryMs = 1000
/** Of more, those that are free again are forgotten. */
const mostBuckets = 1000

interface Waiting {
  since: number
  owner: string
  leave(): void
  impatience: Impatience | undefined
  anyOrder: boolean
}

/** What does not wait for long. */
interface Impatience {
  mostMs: number
  /** Called in place of `leave` when it would take longer: for so long. */
  refuse(ms: number): void
}

interface Bucket {
  /** Requests that have not been answered. */
  flying: number
  /** Whether they are such as need no order. */
  anyOrder: boolean
  /** Discord takes none before then. */
  freeAt: number
  /** What Discord last said of its limit. */
  limit: Told | undefined
}

/** What an answer says of the limit that it counted against. */
export interface LimitTold {
  /** Requests that Discord takes from one reset to the next. */
  limit: number
  /** How many more of them until then. */
  remaining: number
  /** In so long (ms). */
  resetMs: number
}
interface Told {
  limit: number
  /** The fewest that an answer named until then: answers may overtake each other. */
  remaining: number
  resetsAt: number
}

/** What may leave, and when. */
export interface Departures {
  /**
   * Calls `leave` when it is its turn: before this returns, where nothing stands against it.
   * @param owner the server it is about; without one, the bucket counts as one
   * @param how.impatience where it does not wait until its bucket is free, however long that takes
   * @param how.anyOrder whether it may leave beside others of its bucket, where Discord takes more than one
   */
  add(
    lane: Lane,
    bucket: string,
    leave: () => void,
    owner?: string,
    how?: { impatience?: Impatience | undefined; anyOrder?: boolean },
  ): void
  /** A request of this bucket has finished. */
  ended(bucket: string): void
  /** An answer to a request of this bucket has said how many more Discord takes. */
  told(bucket: string, limit: LimitTold): void
  /** Discord takes nothing of this bucket, or nothing at all, for so long. */
  exhausted(bucket: string | undefined, ms: number): void
  waiting(lane: Lane): number
  /** How long those waited that left by this lane since the start: how many, and all their waiting (ms). */
  left(lane: Lane): { requests: number; waitedMs: number }
}

/** The time, which never goes back here, and what is to happen later (ms). */
interface Clock {
  now(): number
  /** @returns cancels it */
  later(run: () => void, ms: number): () => void
}

const realClock: Clock = {
  now: () => performance.now(),
  later(run, ms) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * Decides which request leaves next: the most pressing whose bucket is free. Nothing is handed to the library that would
 * have to wait there, because what comes later and matters more would wait behind it.
 * @param perSecond requests in a second, all lanes together
 */
export function createDepartures({ now, later }: Clock = realClock, perSecond: number = usualPerSecond): Departures {
  // Of each lane by bucket; buckets take turns.
  const queues = new Map(lanes.map(lane => [lane, new Map<string, Waiting[]>()]))
  const counts = { punish: 0, repair: 0, moderation: 0, answers: 0, bulk: 0 }
  const totals = new Map(lanes.map(lane => [lane, { requests: 0, waitedMs: 0 }]))
  const buckets = new Map<string, Bucket>()
  /** When those of the last second left, oldest first, and for whom those in the lane of answers. */
  let left: { at: number; answered: string | undefined }[] = []
  /** Answers of the last second by owner. */
  const shares = new Map<string, number>()
  /** The two owners who asked for answers last. */
  let [latest, other] = [
    { owner: '', at: -Infinity },
    { owner: '', at: -Infinity },
  ]
  let openAt = 0
  let favouredAt = -Infinity
  let look = { at: Infinity, cancel: () => {} }

  function bucketOf(name: string): Bucket {
    const bucket = buckets.get(name) ?? { flying: 0, anyOrder: false, freeAt: 0, limit: undefined }
    buckets.set(name, bucket)
    return bucket
  }

  const hadItsShare = (owner: string, at: number): boolean =>
    (shares.get(owner) ?? 0) >= perSecond * shareOfOwner && at - (latest.owner === owner ? other : latest).at < othersMs

  const isAwaitedAbove = (lane: Lane, name: string): boolean =>
    lanes.slice(0, lanes.indexOf(lane)).some(above => queues.get(above)?.has(name))

  /** Whether one more may leave. What is under way may not be in the count that Discord told of, so it is taken off it. */
  function takesOneMore(lane: Lane, name: string, { anyOrder }: Waiting, at: number): boolean {
    const bucket = buckets.get(name)
    if (!bucket) return true
    if (bucket.freeAt > at) return false
    if (bucket.flying === 0) return true
    const { limit, flying } = bucket
    if (!anyOrder || !bucket.anyOrder || !limit || isAwaitedAbove(lane, name)) return false
    return flying < (at < limit.resetsAt ? limit.remaining : limit.limit)
  }

  function first(lane: Lane, at: number) {
    for (const [name, line] of queues.get(lane) ?? []) {
      const [next] = line
      if (lane === 'answers' && next && hadItsShare(next.owner, at)) continue
      if (next && takesOneMore(lane, name, next, at)) return { lane, name, line, next }
    }
    return undefined
  }

  function take({ lane, name, line, next }: NonNullable<ReturnType<typeof first>>, at: number): void {
    line.shift()
    queues.get(lane)?.delete(name)
    if (line.length > 0) queues.get(lane)?.set(name, line)
    counts[lane] -= 1
    const bucket = bucketOf(name)
    bucket.anyOrder = next.anyOrder
    bucket.flying += 1
    const answered = lane === 'answers' ? next.owner : undefined
    left.push({ at, answered })
    if (answered !== undefined) shares.set(answered, (shares.get(answered) ?? 0) + 1)
    const total = totals.get(lane)
    if (total) {
      total.requests += 1
      total.waitedMs += at - next.since
    }
    next.leave()
  }

  /** One that has waited long enough to go before moderation. */
  function favoured(at: number) {
    if (at - favouredAt < favourEveryMs) return undefined
    const patient = (['bulk', 'answers'] as const).map(lane => first(lane, at))
    return patient.find(found => found && at - found.next.since >= patienceMs)
  }

  /** @returns whether one left */
  function sendOne(at: number): boolean {
    for (const lane of lanes) {
      if (left.length >= perSecond * shareOfLane[lane]) return false
      const favour = lane === 'moderation' ? favoured(at) : undefined
      if (favour) favouredAt = at
      const found = favour ?? (counts[lane] > 0 ? first(lane, at) : undefined)
      if (found) {
        take(found, at)
        return true
      }
    }
    return false
  }

  /** Checks again at the earliest of these times; anything that ends sooner reports it itself. */
  function lookAt(times: Iterable<number>, at: number): void {
    let next = look.at
    for (const time of times) if (time > at && time < next) next = time
    if (next === look.at) return
    look.cancel()
    look = { at: next, cancel: later(lookAgain, Math.max(1, Math.ceil(next - at))) }
  }

  /** A timer may fire slightly early, and for only one of several requests. */
  function lookAgain(): void {
    look = { at: Infinity, cancel: () => {} }
    send()
    const waiting = [...queues.values()].flatMap(queue => [...queue.keys()])
    lookAt(
      waiting.map(name => buckets.get(name)?.freeAt ?? 0),
      now(),
    )
  }

  function forgetBefore(time: number): void {
    for (const { answered } of left.filter(one => one.at <= time)) {
      if (answered === undefined) continue
      const share = (shares.get(answered) ?? 0) - 1
      if (share > 0) shares.set(answered, share)
      else shares.delete(answered)
    }
    left = left.filter(one => one.at > time)
  }

  function send(): void {
    const at = now()
    forgetBefore(at - secondMs)
    if (openAt <= at) while (sendOne(at));
    if (lanes.every(lane => counts[lane] === 0)) return
    lookAt([openAt, (left[0]?.at ?? 0) + secondMs], at)
  }

  /** Whether nothing is to be remembered of it. */
  const isOver = ({ flying, freeAt, limit }: Bucket): boolean =>
    flying === 0 && freeAt <= now() && (limit?.resetsAt ?? 0) <= now()

  function tidy(): void {
    if (buckets.size < mostBuckets) return
    for (const [name, bucket] of buckets) if (isOver(bucket)) buckets.delete(name)
  }

  /** Refuses those waiting for a bucket that take it to be free sooner. */
  function refuseImpatient(name: string, ms: number): void {
    for (const lane of lanes) {
      const line = queues.get(lane)?.get(name) ?? []
      const refused = line.filter(({ impatience }) => impatience && impatience.mostMs < ms)
      if (refused.length === 0) continue
      const left = line.filter(one => !refused.includes(one))
      if (left.length > 0) queues.get(lane)?.set(name, left)
      else queues.get(lane)?.delete(name)
      counts[lane] -= refused.length
      for (const { impatience } of refused) impatience?.refuse(ms)
    }
  }

  return {
    add(lane, bucket, leave, owner = bucket, { impatience, anyOrder = false } = {}) {
      const waitMs = (buckets.get(bucket)?.freeAt ?? 0) - now()
      if (impatience && waitMs > impatience.mostMs) {
        impatience.refuse(waitMs)
        return
      }
      const queue = queues.get(lane)
      const line = queue?.get(bucket)
      const waiting = { since: now(), owner, leave, impatience, anyOrder }
      if (lane === 'answers') {
        if (latest.owner !== owner) other = latest
        latest = { owner, at: now() }
      }
      if (line) line.push(waiting)
      else queue?.set(bucket, [waiting])
      counts[lane] += 1
      send()
      lookAt([buckets.get(bucket)?.freeAt ?? 0], now())
    },
    ended(name) {
      const bucket = buckets.get(name)
      if (bucket) bucket.flying = Math.max(0, bucket.flying - 1)
      if (bucket && isOver(bucket)) buckets.delete(name)
      send()
      if (bucket) lookAt([bucket.freeAt], now())
    },
    told(name, { limit, remaining, resetMs }) {
      const bucket = buckets.get(name)
      // Nobody else goes by it.
      if (!bucket?.anyOrder) return
      const last = bucket.limit
      if (last && now() < last.resetsAt) last.remaining = Math.min(last.remaining, remaining)
      else bucket.limit = { limit, remaining, resetsAt: now() + resetMs }
      tidy()
      send()
    },
    exhausted(name, ms) {
      if (name === undefined) openAt = Math.max(openAt, now() + ms)
      else {
        bucketOf(name).freeAt = now() + ms
        refuseImpatient(name, ms)
      }
      tidy()
    },
    waiting: lane => counts[lane],
    left: lane => totals.get(lane) ?? { requests: 0, waitedMs: 0 },
  }
}
