import type { Lane } from './lanes.ts'

/** The window of the limit (ms): a little more than a second, for inaccurate clocks. */
const secondMs = 1010
/**
 * A request is assumed to have arrived at most this long before the latest possible time (ms). Discord counts a request
 * when it arrives, which it does not report. On a busy machine, requests that left long ago may arrive together, so
 * this is no more than the margin of {@link secondMs}.
 */
const promptMs = secondMs - 1000
/**
 * How long an unanswered request counts (ms), because it may still arrive. No longer, because Discord may never answer.
 */
const unansweredMs = 3000

interface CountedRequest {
  /** When it left; once it has been answered, when it may have arrived. */
  at: number
  isUnderWay: boolean
  lane: Lane
  owner: string
}

const countsUntil = ({ at, isUnderWay }: CountedRequest): number => at + (isUnderWay ? unansweredMs : secondMs)

/**
 * Tracks the requests that count against Discord's limit per second: those that arrived in the last second, or may
 * still arrive.
 */
export function createCountedRequests(now: () => number) {
  let counted: CountedRequest[] = []
  /** Requests without an answer, by bucket. */
  const underWay = new Map<string, CountedRequest[]>()
  return {
    all: (): readonly CountedRequest[] => counted,
    left(bucket: string, request: Pick<CountedRequest, 'at' | 'lane' | 'owner'>): void {
      const one = { ...request, isUnderWay: true }
      counted.push(one)
      underWay.set(bucket, [...(underWay.get(bucket) ?? []), one])
    },
    /**
     * Records an answer to the oldest request of a bucket, which then counts from when it may have arrived.
     * @param arrivedAt the latest time at which it arrived, if the answer said so
     */
    answered(bucket: string, arrivedAt = now()): void {
      const [one, ...others] = underWay.get(bucket) ?? []
      if (others.length > 0) underWay.set(bucket, others)
      else underWay.delete(bucket)
      if (!one) return
      one.at = Math.max(one.at, arrivedAt - promptMs)
      one.isUnderWay = false
      if (!counted.includes(one)) counted.push(one)
    },
    forgetPassed(at: number): void {
      counted = counted.filter(one => countsUntil(one) > at)
    },
    /** When the requests stop counting, unless they are answered before. */
    ends: (): number[] => counted.map(countsUntil),
  }
}
