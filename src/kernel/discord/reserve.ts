/** For how long a server counts as asking, or as being repaired (ms). */
const rememberedMs = 60_000
const secondMs = 1000
/** How many times the requests of others' busiest second are reserved for them. */
const ampleness = 2
/** The largest share of all requests that is reserved: repairing still gets four fifths. */
const mostShare = 0.2

/** Requests that repairing a server leaves for more urgent ones and for other servers. Times are ms of one clock. */
export interface Reserve {
  /** Somebody is to be punished, or looked up to be punished. */
  punished(at: number): void
  /** A server asks for something in the lanes 'moderation' or 'answers'. */
  asked(owner: string, at: number): void
  /** A server is being repaired. */
  repaired(owner: string, at: number): void
  /** Whether the reserve is for this server: it is for those that are not being repaired themselves. */
  isFor(owner: string, at: number): boolean
  /** How many requests are reserved in each second. */
  size(at: number): number
  /** How many requests in each second are reserved for punishing. */
  forPunishing(at: number): number
  /** How many of the reserved requests one server may use: half of them if others ask, too. */
  shareOf(owner: string, at: number): number
}

/**
 * Creates the reserve. Undoing an attack takes hundreds of requests, as many as Discord accepts in each second. In the
 * meantime, twice the requests of the busiest second of the last minute are reserved for other servers, so that none
 * waits; if nobody asks, nothing is reserved. Attackers come in groups, so requests to punish twice as many as in the
 * busiest second are reserved, too.
 * @param perSecond requests in a second, all lanes together
 */
export function createReserve(perSecond: number): Reserve {
  /** The requests in each second of the last minute, by server. */
  const seconds = new Map<number, Map<string, number>>()
  /** When servers were last repaired. */
  const repairs = new Map<string, number>()
  /** The number of punishments in each second of the last minute. */
  const punishments = new Map<number, number>()
  const most = Math.floor(perSecond * mostShare)
  let known: { size: number; second: number } | undefined

  function forgetBefore(at: number): void {
    for (const bySecond of [seconds, punishments])
      for (const second of bySecond.keys()) {
        if (second * secondMs >= at) break
        bySecond.delete(second)
      }
    for (const [owner, last] of repairs) if (last < at) repairs.delete(owner)
  }

  const isFor = (owner: string, at: number): boolean => (repairs.get(owner) ?? -Infinity) < at - rememberedMs

  const othersIn = (asked: ReadonlyMap<string, number>): number =>
    [...asked].reduce((sum, [owner, count]) => (repairs.has(owner) ? sum : sum + count), 0)

  function measure(at: number): number {
    forgetBefore(at - rememberedMs)
    if (repairs.size === 0) return 0
    const busiest = Math.max(0, ...[...seconds.values()].map(othersIn))
    return Math.min(busiest * ampleness, most)
  }

  function size(at: number): number {
    const second = Math.floor(at / secondMs)
    if (known?.second !== second) known = { size: measure(at), second }
    return known.size
  }

  return {
    punished(at) {
      const second = Math.floor(at / secondMs)
      punishments.set(second, (punishments.get(second) ?? 0) + 1)
    },
    asked(owner, at) {
      const second = Math.floor(at / secondMs)
      const asked = seconds.get(second) ?? new Map<string, number>()
      seconds.set(second, asked.set(owner, (asked.get(owner) ?? 0) + 1))
      known = undefined
    },
    repaired(owner, at) {
      if (!repairs.has(owner)) known = undefined
      repairs.set(owner, at)
    },
    isFor,
    size,
    forPunishing(at) {
      forgetBefore(at - rememberedMs)
      return Math.min(Math.max(0, ...[...punishments.values()].map(count => count * ampleness)), most)
    },
    shareOf(owner, at) {
      const othersAsk = [...seconds.values()].some(asked =>
        [...asked.keys()].some(one => one !== owner && isFor(one, at)),
      )
      return othersAsk ? Math.ceil(size(at) / 2) : size(at)
    },
  }
}
