import { fewestRatings } from './contract.ts'

const mostStars = 5

/** Returns the middle value, or the mean of the two middle ones. Null for no values. */
export function median(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values).toSorted()
  const middle = sorted.length >> 1
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2)
}

/** Counts what happened in some tickets: those of a panel, of an agent or all. Times are in ms. */
export function createTally() {
  let tickets = 0
  const firstResponses: number[] = []
  const resolutions: number[] = []
  const stars = Array.from({ length: mostStars }, () => 0)
  return {
    addTicket: () => void (tickets += 1),
    addFirstResponse: (ms: number) => void firstResponses.push(ms),
    addResolution: (ms: number) => void resolutions.push(ms),
    addStars(given: number) {
      stars[given - 1] = (stars[given - 1] ?? 0) + 1
    },
    tickets: () => tickets,
    stars: () => [...stars],
    firstResponses: () => firstResponses.length,
    resolutions: () => resolutions.length,
    summary: () => ({
      tickets,
      firstResponse: median(firstResponses),
      resolution: median(resolutions),
      rating: ratingOf(stars),
    }),
  }
}
type Tally = ReturnType<typeof createTally>
export type Summary = ReturnType<Tally['summary']>

/** @param stars how many gave one star, two, up to five */
function ratingOf(stars: readonly number[]): { answers: number; average: number | null } {
  const answers = stars.reduce((sum, count) => sum + count, 0)
  const total = stars.reduce((sum, count, place) => sum + count * (place + 1), 0)
  return { answers, average: answers < fewestRatings ? null : total / answers }
}

/** Collects values by the day they belong to. @param starts when each day began (Unix ms), in order */
export function createDays(starts: readonly number[]) {
  const values = starts.map((): number[] => [])
  return {
    /** Ignores a value from before the first day. */
    add: (at: number, value: number) => void values[starts.findLastIndex(start => start <= at)]?.push(value),
    counts: () => values.map(({ length }) => length),
    medians: () => values.map(median),
  }
}

/** A tally for each key, created when it is first needed. */
export function createTallies() {
  const tallies = new Map<string, Tally>()
  return {
    of(key: string): Tally {
      const tally = tallies.get(key) ?? createTally()
      tallies.set(key, tally)
      return tally
    },
    /** The keys with the most tickets first. */
    ranked: () => [...tallies].toSorted(([, a], [, b]) => b.tickets() - a.tickets()),
  }
}
