import type { Lane } from './lanes.ts'

/** A little more than Discord's second, for its clocks and ours. */
const secondMs = 1010
/**
 * Discord counts a request when it arrives, which nobody tells us: so long before its answer at the earliest (ms). On a busy
 * machine, what left long ago may arrive together, so it is no more than what a second is longer here than there.
 */
const promptMs = secondMs - 1000
/** So long a request counts that is not answered (ms): it may arrive yet. No longer, as Discord may never answer. */
const unansweredMs = 3000

interface CountedRequest {
  /** When it left; once it is answered, when it can have arrived. */
  at: number
  isUnderWay: boolean
  lane: Lane
  owner: string
}

const countsUntil = ({ at, isUnderWay }: CountedRequest): number => at + (isUnderWay ? unansweredMs : secondMs)

/** Which requests count against what Discord takes in a second: those that arrived in the last one, or may arrive yet. */
export function createCountedRequests(now: () => number) {
  let counted: CountedRequest[] = []
  /** Those without an answer, by bucket. */
  const underWay = new Map<string, CountedRequest[]>()
  return {
    all: (): readonly CountedRequest[] => counted,
    left(bucket: string, request: Pick<CountedRequest, 'at' | 'lane' | 'owner'>): void {
      const one = { ...request, isUnderWay: true }
      counted.push(one)
      underWay.set(bucket, [...(underWay.get(bucket) ?? []), one])
    },
    /**
     * The oldest of a bucket has its answer: it counts from when it can have arrived.
     * @param arrivedAt by when it had arrived, where the answer told
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
    /** When those end to count that are not answered before. */
    ends: (): number[] => counted.map(countsUntil),
  }
}
