import type { Landed } from './attacker.ts'
import { type Scenario, usualDecidedBy } from './scenarios.ts'

/** An entry of the audit log that names an attacker. Times are Unix ms. */
export interface DeliveredEntry {
  /** Discord's number for the kind of action. */
  type: number | undefined
  /** The attacker's id. */
  by: string
  deliveredAt: number
}

/** An attacker's punishment. Times are Unix ms. */
export interface Stop {
  /** Their id. */
  who: string
  /** Their credentials, as their hits carry them. */
  token: string
  /** When the bot sent the request; undefined if it is not known. */
  sentAt: number | undefined
  /** When it had taken effect. */
  at: number
}

/** What is known of a run; `entries` are in the order in which Discord sent them, `stops` in which they took effect. */
interface Course {
  entries: readonly DeliveredEntry[]
  stops: readonly Stop[]
  landed: readonly Landed[]
}

const isOk = ({ status }: Landed) => status >= 200 && status < 300

/** The hits that landed after the bot could have known enough, and as long as its own part of the answer took. */
function lateHits(deciding: readonly (DeliveredEntry | undefined)[], stop: Stop, landed: readonly Landed[]) {
  const times = deciding.flatMap(entry => entry?.deliveredAt ?? [])
  if (times.length === 0) return null
  const delivered = Math.min(...times)
  const own = Math.max(0, (stop.sentAt ?? delivered) - delivered)
  return landed.filter(one => isOk(one) && one.answeredAt > stop.at - own && one.answeredAt <= stop.at).length
}

/**
 * Counts the hits that landed although a bot with no reaction time would have prevented them. Where a single kind of
 * action gives an attacker away, each is judged by their own entries: another's say nothing about them.
 *
 * @returns null if that cannot be known
 */
export function excessOf(
  { decidedBy, decidedByType }: Pick<Scenario, 'decidedBy' | 'decidedByType'>,
  { entries, stops, landed }: Course,
): number | null {
  const [first] = stops
  if (decidedBy === null || !first) return null
  if (decidedByType === undefined) return lateHits([entries[decidedBy - 1]], first, landed)
  const counts = stops.map(stop => {
    const own = entries.filter(({ by }) => by === stop.who)
    const deciding = [
      own.filter(({ type }) => type === decidedByType)[decidedBy - 1],
      // The same number of actions of any kind is also too many.
      own.filter(({ type }) => type !== decidedByType)[usualDecidedBy - 1],
    ]
    return lateHits(
      deciding,
      stop,
      landed.filter(({ token }) => token === stop.token),
    )
  })
  const known = counts.flatMap(count => count ?? [])
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0)
}
