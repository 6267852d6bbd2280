/** For so long a server counts as asking, or as being put back (ms). */
const rememberedMs = 60_000
const secondMs = 1000
/** How many times as much as others asked for at their busiest is kept for them. */
const ampleness = 2
/** The part of all requests that is kept at most: repairing still has four fifths. */
const mostShare = 0.2

/** What repairing one server leaves for more pressing requests and for other servers. Times are ms of one clock. */
export interface Reserve {
  /** Somebody is to be punished, or looked up for it. */
  punished(at: number): void
  /** Somebody is to be answered, or moderated, in a server. */
  asked(owner: string, at: number): void
  /** A server is being put back. */
  repaired(owner: string, at: number): void
  /** Whether what is kept is for this server too: it is for those that are not being put back themselves. */
  isFor(owner: string, at: number): boolean
  /** How many requests are kept in each second. */
  size(at: number): number
  /** How many in each second are for whoever is to be punished. */
  forPunishing(at: number): number
  /** How many of them one server may take: half of them where others ask, too. */
  shareOf(owner: string, at: number): number
}

/**
 * An attack takes hundreds of requests to undo, as many as Discord takes in each second. Meanwhile other servers keep
 * room for twice what they asked for in the busiest second of the last minute, so that none waits; where nobody asks,
 * nothing is kept. Attackers come in groups, so room for twice as many as were punished in one second is kept, too.
 * @param perSecond requests in a second, all lanes together
 */
export function createReserve(perSecond: number): Reserve {
  /** What was asked for in each second of the last minute, by server. */
  const seconds = new Map<number, Map<string, number>>()
  /** When servers were last repaired. */
  const repairs = new Map<string, number>()
  /** How many were to be punished in each second of the last minute. */
  const punishments = new Map<number, number>()
  const most = Math.floor(perSecond * mostShare)
  let known: { size: number; second: number } | undefined

  function forgetBefore(at: number): void {
    for (const known of [seconds, punishments])
      for (const second of known.keys()) {
        if (second * secondMs >= at) break
        known.delete(second)
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
