/** The uncertainty of Discord's time (ms): the rounding of two headers, and the drift of a clock. */
const roundingMs = 2
/**
 * For how long an answer counts for the difference between the two clocks (ms), at most twice as long: clocks drift.
 */
const rememberedMs = 10_000
/** For how long the clocks are not trusted after contradictory answers or a wrong estimate (ms). */
const distrustMs = 60_000

type Headers = { get(name: string): string | null }

/** Whether a header has at least hundredths of a second; whole seconds are too coarse. */
const isFine = (seconds: string | null): seconds is string => seconds !== null && /^\d+\.\d{2,}$/.test(seconds)

/** Discord's time when it answered (Unix ms): the reset of a limit minus the time left until then. */
function toldTime(headers: Headers): number | undefined {
  const [reset, left] = [headers.get('x-ratelimit-reset'), headers.get('x-ratelimit-reset-after')]
  return isFine(reset) && isFine(left) ? (Number(reset) - Number(left)) * 1000 : undefined
}

/**
 * Bounds on how far our clock is ahead of Discord's (ms): an answer was written after its request left and before it
 * arrived.
 */
interface Bounds {
  least: number
  most: number
}
const unknown: Bounds = { least: -Infinity, most: Infinity }
const both = (one: Bounds, other: Bounds): Bounds => ({
  least: Math.max(one.least, other.least),
  most: Math.min(one.most, other.most),
})

/** Estimates the latest time, by our clock, at which a request arrived at Discord. */
export interface ArrivalTimes {
  /**
   * @param leftAt when the request left, and `answeredAt`, when its answer came (ms of a monotonic clock)
   * @returns the latest time at which the request arrived (ms of that clock); undefined when the answer does not say
   */
  read(headers: Headers, leftAt: number, answeredAt: number): number | undefined
  /** Called when Discord refused a request that these times allowed. */
  distrust(at: number): void
}

/**
 * Estimates how much of an answer's time was spent on its way back. The rate limit headers give Discord's time to the
 * millisecond. The quickest of the latest answers bounds the difference between its clock and ours; the others came
 * later by as much as they spent longer on the way back. When Discord's machines disagree about the time, there is no
 * estimate.
 * Source of the headers: https://discord.com/developers/docs/topics/rate-limits#header-format
 */
export function createArrivalTimes(): ArrivalTimes {
  let [former, latest] = [unknown, unknown]
  let latestSince = -Infinity
  let distrustedUntil = -Infinity

  function distrust(at: number): void {
    ;[former, latest] = [unknown, unknown]
    distrustedUntil = at + distrustMs
  }

  return {
    read(headers, leftAt, answeredAt) {
      const told = toldTime(headers)
      if (told === undefined || answeredAt < distrustedUntil) return undefined
      if (answeredAt - latestSince >= rememberedMs) {
        former = answeredAt - latestSince < 2 * rememberedMs ? latest : unknown
        latest = unknown
        latestSince = answeredAt
      }
      latest = both(latest, { least: leftAt - told, most: answeredAt - told })
      const { least, most } = both(former, latest)
      if (least > most + roundingMs) {
        distrust(answeredAt)
        return undefined
      }
      return Math.min(answeredAt, told + most + roundingMs)
    },
    distrust,
  }
}
