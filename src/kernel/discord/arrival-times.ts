/** The least that Discord's time is known to (ms): what its headers are rounded to, twice, and what a clock drifts. */
const roundingMs = 2
/** For how long an answer tells how the two clocks stand (ms), and at most twice as long: they drift. */
const rememberedMs = 10_000
/** For how long clocks are not believed that contradicted each other, or a count that was not right (ms). */
const distrustMs = 60_000

type Headers = { get(name: string): string | null }

/** Whole seconds say too little. */
const isFine = (seconds: string | null): seconds is string => seconds !== null && /^\d+\.\d{2,}$/.test(seconds)

/** Discord's time when it answered (Unix ms): a limit's end, less what is left until then. */
function toldTime(headers: Headers): number | undefined {
  const [reset, left] = [headers.get('x-ratelimit-reset'), headers.get('x-ratelimit-reset-after')]
  return isFine(reset) && isFine(left) ? (Number(reset) - Number(left)) * 1000 : undefined
}

/** Between which differences our clock is ahead of Discord's (ms): an answer was written after it was asked for, and before it came. */
interface Bounds {
  least: number
  most: number
}
const unknown: Bounds = { least: -Infinity, most: Infinity }
const both = (one: Bounds, other: Bounds): Bounds => ({
  least: Math.max(one.least, other.least),
  most: Math.min(one.most, other.most),
})

/** When requests had arrived at Discord at the latest, by our clock. */
export interface ArrivalTimes {
  /**
   * @param leftAt when the request left, and `answeredAt`, when its answer came (ms of a clock that never goes back)
   * @returns when it had arrived at the latest (ms of that clock); undefined where the answer does not tell
   */
  read(headers: Headers, leftAt: number, answeredAt: number): number | undefined
  /** Discord has refused what was right by these times. */
  distrust(at: number): void
}

/**
 * Tells how much of the time that an answer took lay on its way home. A limit's headers give Discord's time to the
 * millisecond; the quickest of the last answers bounds how its clock differs from ours, and the others came as much later
 * as they were on their way home for longer. Where Discord's machines do not agree on the time, nothing is told.
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
