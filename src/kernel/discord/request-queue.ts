import { createBuckets, type ReportedLimit } from './buckets.ts'
import { type Clock, realClock } from './clock.ts'
import { createCountedRequests } from './counted-requests.ts'
import { createGate } from './gate.ts'
import { type Lane, lanes } from './lanes.ts'
import { createReserve } from './reserve.ts'

/**
 * How many requests Discord accepts in a second from most bots.
 * Source: https://discord.com/developers/docs/topics/rate-limits#global-rate-limit
 */
export const usualPerSecond = 50
/** The share of these up to which a lane may send: the rest is for the lanes above. */
const shareOfLane: Record<Lane, number> = { punish: 1, repair: 0.98, moderation: 0.9, answers: 0.8, bulk: 0.6 }
/** The most that one server gets in the lane 'answers' while others ask, too: the rest is for them. */
const shareOfOwner = 0.4
/** For how long a server counts as asking (ms). */
const othersMs = 60_000
/** After waiting this long (ms), a request below moderation goes before it, once per second: nothing waits forever. */
const patienceMs = 5000
const favourEveryMs = 1000

interface Waiting {
  since: number
  /** The lower, the earlier it was added. */
  order: number
  owner: string
  leave(): void
  impatience: Impatience | undefined
  anyOrder: boolean
}

/** For requests that do not wait long. */
interface Impatience {
  mostMs: number
  /** Called instead of `leave` when it would take longer than `mostMs`. @param ms how long it would take */
  refuse(ms: number): void
}

/** Whether people wait for the lane's requests: repairing another server leaves room for them. */
const isForPeople = (lane: Lane): boolean => lane === 'moderation' || lane === 'answers'

/** Decides which requests leave, and when. */
export interface RequestQueue {
  /**
   * Calls `leave` when it is the request's turn: before this returns, if nothing prevents it.
   * @param server the server that it is about; without one, the bucket stands for a server
   * @param how.impatience for a request that does not wait as long as it takes until Discord accepts it
   * @param how.anyOrder whether it may be in flight together with others of its bucket, if Discord accepts more than
   * one
   * @param how.isRepeated whether it has left before: then it goes first in its lane
   * @returns a function that withdraws it: true unless it has left or was refused
   */
  add(
    lane: Lane,
    bucket: string,
    leave: () => void,
    server?: string,
    how?: { impatience?: Impatience | undefined; anyOrder?: boolean; isRepeated?: boolean },
  ): () => boolean
  /**
   * Discord has answered a request of this bucket, which may be sent again. @param arrivedAt its latest arrival, if
   * known
   */
  answered(bucket: string, arrivedAt?: number): void
  /** A request of this bucket has finished. @param wasAnswered whether `answered` was called for it */
  ended(bucket: string, wasAnswered?: boolean): void
  /**
   * An answer to a request of this bucket has reported the limit.
   * @param former the name used for the bucket until Discord named it
   */
  limitReported(bucket: string, limit: ReportedLimit, former?: string): void
  /** Discord accepts nothing of this bucket, or nothing at all, for `ms`; its edge may go on refusing after that. */
  exhausted(bucket: string | undefined, ms: number, byEdge?: boolean): void
  /** Discord itself, not its edge, has answered something. */
  letThrough(): void
  waiting(lane: Lane): number
  /** How many requests have left by this lane since the start, and how long all of them waited (ms). */
  left(lane: Lane): { requests: number; waitedMs: number }
}

/**
 * Decides which request leaves next: the most urgent one whose bucket is free. Nothing that would have to wait in the
 * library is handed to it, because more urgent requests that come later would wait behind it.
 * @param perSecond requests in a second, all lanes together
 */
export function createRequestQueue(
  { now, later }: Clock = realClock,
  perSecond: number = usualPerSecond,
): RequestQueue {
  // Waiting requests by lane and bucket; buckets take turns, except in the lane 'repair'.
  const queues = new Map(lanes.map(lane => [lane, new Map<string, Waiting[]>()]))
  const counts = { punish: 0, repair: 0, moderation: 0, answers: 0, bulk: 0 }
  const totals = new Map(lanes.map(lane => [lane, { requests: 0, waitedMs: 0 }]))
  const buckets = createBuckets(now)
  const reserve = createReserve(perSecond)
  const counted = createCountedRequests(now)
  /** The last two owners that used the lane 'answers'. */
  const nobody = { owner: '', at: -Infinity }
  let [latest, other] = [nobody, nobody]
  const gate = createGate()
  let favouredAt = -Infinity
  let asked = 0
  let look = { at: Infinity, cancel: () => {} }

  const othersAsk = (owner: string, at: number): boolean => at - (latest.owner === owner ? other : latest).at < othersMs

  /** The owners that have used up their share of the last second: of the lane 'answers', or of the reserve. */
  function ownersOverShare(at: number, isReserved: boolean): ReadonlySet<string> {
    const mostOf = (owner: string) =>
      isReserved ? reserve.shareOf(owner, at) : othersAsk(owner, at) ? perSecond * shareOfOwner : Infinity
    const own = counted.all().filter(({ lane }) => (isReserved ? isForPeople(lane) : lane === 'answers'))
    const byOwner = Map.groupBy(own, ({ owner }) => owner)
    return new Set([...byOwner].flatMap(([owner, { length }]) => (length >= mostOf(owner) ? [owner] : [])))
  }

  const isAwaitedAbove = (lane: Lane, name: string): boolean =>
    lanes.slice(0, lanes.indexOf(lane)).some(above => queues.get(above)?.has(name))

  function first(lane: Lane, at: number, isReserved = false) {
    const passed = isReserved || lane === 'answers' ? ownersOverShare(at, isReserved) : undefined
    let soonest: { lane: Lane; name: string; line: Waiting[]; next: Waiting } | undefined
    for (const [name, line] of queues.get(lane) ?? []) {
      const [next] = line
      if (!next || passed?.has(next.owner)) continue
      if (isReserved && !reserve.isFor(next.owner, at)) continue
      if (soonest && soonest.next.order < next.order) continue
      if (!buckets.takesOne(name, next.anyOrder && !isAwaitedAbove(lane, name))) continue
      // Repairing asks first for what most else depends on: if buckets took turns, a channel would wait for webhooks.
      if (lane !== 'repair') return { lane, name, line, next }
      soonest = { lane, name, line, next }
    }
    return soonest
  }

  function take({ lane, name, line, next }: NonNullable<ReturnType<typeof first>>, at: number): void {
    line.shift()
    queues.get(lane)?.delete(name)
    if (line.length > 0) queues.get(lane)?.set(name, line)
    counts[lane] -= 1
    buckets.left(name, next.anyOrder)
    counted.left(name, { at, lane, owner: next.owner })
    const total = totals.get(lane)
    if (total) {
      total.requests += 1
      total.waitedMs += at - next.since
    }
    next.leave()
  }

  /** Finds a request that has waited long enough to go before moderation. */
  function overdue(at: number) {
    if (at - favouredAt < favourEveryMs) return undefined
    const patient = (['bulk', 'answers'] as const).map(lane => first(lane, at))
    return patient.find(found => found && at - found.next.since >= patienceMs)
  }

  /** How many requests are reserved at this moment for servers that are not being repaired. */
  function kept(at: number): number {
    const size = reserve.size(at)
    if (size === 0) return 0
    const used = counted.all().filter(({ lane, owner }) => isForPeople(lane) && reserve.isFor(owner, at)).length
    return Math.max(0, size - used)
  }

  /** Whether a lane may send one more request: any, or only one that the reserve is for. */
  function roomIn(lane: Lane, at: number): 'any' | 'reserved' | undefined {
    const most = perSecond * shareOfLane[lane]
    // Punishments in this second have used a part of what is reserved for them.
    const punished = counted.all().filter(({ lane }) => lane === 'punish').length
    const keptForPunishing = Math.max(0, reserve.forPunishing(at) - punished)
    const ofRepair = Math.min(perSecond * shareOfLane.repair, perSecond - keptForPunishing)
    const { length } = counted.all()
    if (lane === 'repair') return length + kept(at) < ofRepair ? 'any' : undefined
    if (length < most) return 'any'
    return isForPeople(lane) && length < ofRepair && kept(at) > 0 ? 'reserved' : undefined
  }

  /** Sends the next request. @returns whether one left */
  function sendOne(at: number): boolean {
    for (const lane of lanes) {
      const room = counts[lane] > 0 || lane === 'moderation' ? roomIn(lane, at) : undefined
      if (!room) continue
      const favour = lane === 'moderation' && room === 'any' ? overdue(at) : undefined
      if (favour) favouredAt = at
      const found = favour ?? (counts[lane] > 0 ? first(lane, at, room === 'reserved') : undefined)
      if (found) {
        take(found, at)
        return true
      }
    }
    return false
  }

  /** Checks again at the earliest of these times; requests that end sooner report it themselves. */
  function lookAt(times: Iterable<number>, at: number): void {
    let next = look.at
    for (const time of times) if (time > at && time < next) next = time
    if (next === look.at) return
    look.cancel()
    look = { at: next, cancel: later(lookAgain, Math.max(1, Math.ceil(next - at))) }
  }

  const allWaiting = () => [...queues.values()].flatMap(queue => [...queue.keys()])

  /** A timer may fire slightly early, and for only one of several requests. */
  function lookAgain(): void {
    look = { at: Infinity, cancel: () => {} }
    sendAndLookAt(allWaiting())
  }

  /**
   * Reads the times before sending: a bucket that becomes free in between, too late to be used, would never be checked
   * again.
   */
  function sendAndLookAt(names: readonly string[]): void {
    const [at, times] = [now(), names.flatMap(name => buckets.changesAt(name))]
    send()
    lookAt(times, at)
  }

  function send(): void {
    const at = now()
    counted.forgetPassed(at)
    while (gate.isOpen(at) && sendOne(at)) gate.left(at)
    if (lanes.every(lane => counts[lane] === 0)) return
    lookAt([gate.opensAt(), ...counted.ends()], at)
  }

  /** Removes the requests that wait for a bucket and match. */
  function remove(lane: Lane, name: string, isSuch: (waiting: Waiting) => boolean): Waiting[] {
    const { removed = [], others = [] } = Object.groupBy(queues.get(lane)?.get(name) ?? [], one =>
      isSuch(one) ? 'removed' : 'others',
    )
    if (others.length > 0) queues.get(lane)?.set(name, others)
    else queues.get(lane)?.delete(name)
    counts[lane] -= removed.length
    return removed
  }

  /** Refuses the requests that wait for a bucket but not as long as it takes. */
  function refuseImpatient(name: string, ms: number): void {
    for (const lane of lanes)
      for (const { impatience } of remove(lane, name, one => (one.impatience?.mostMs ?? Infinity) < ms))
        impatience?.refuse(ms)
  }

  return {
    add(lane, bucket, leave, server, { impatience, anyOrder = false, isRepeated = false } = {}) {
      const waitMs = Math.max(buckets.freeAt(bucket), gate.opensAt()) - now()
      if (impatience && waitMs > impatience.mostMs) {
        impatience.refuse(waitMs)
        return () => false
      }
      const queue = queues.get(lane)
      const line = queue?.get(bucket)
      const owner = server ?? bucket
      asked += 1
      const waiting = { since: now(), order: isRepeated ? -Infinity : asked, owner, leave, impatience, anyOrder }
      if (lane === 'answers') {
        if (latest.owner !== owner) other = latest
        latest = { owner, at: now() }
      }
      if (server !== undefined && isForPeople(lane)) reserve.asked(server, now())
      if (server !== undefined && lane === 'repair') reserve.repaired(server, now())
      if (lane === 'punish') reserve.punished(now())
      if (isRepeated) queues.set(lane, new Map([[bucket, [waiting]], ...(queue ?? [])]))
      else if (line) line.push(waiting)
      else queue?.set(bucket, [waiting])
      counts[lane] += 1
      sendAndLookAt([bucket])
      return () => remove(lane, bucket, one => one === waiting).length > 0
    },
    answered(name, arrivedAt) {
      counted.answered(name, arrivedAt)
      if (lanes.some(lane => counts[lane] > 0)) lookAt(counted.ends(), now())
    },
    ended(name, wasAnswered = false) {
      buckets.ended(name)
      if (!wasAnswered) counted.answered(name)
      sendAndLookAt([name])
    },
    limitReported(name, limit, former) {
      buckets.limitReported(name, limit, former)
      send()
    },
    exhausted(name, ms, byEdge = false) {
      if (name === undefined) gate.close(now() + ms, byEdge)
      else buckets.exhausted(name, ms)
      for (const one of name === undefined ? allWaiting() : [name]) refuseImpatient(one, ms)
    },
    letThrough() {
      if (gate.letThrough()) send()
    },
    waiting: lane => counts[lane],
    left: lane => totals.get(lane) ?? { requests: 0, waitedMs: 0 },
  }
}
