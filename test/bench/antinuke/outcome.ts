import type { ProfileName } from './profiles.ts'

/** What came of one attack. Times are ms. */
export interface Outcome {
  subject: string
  scenario: string
  profile: ProfileName
  perSecond: number | null
  channels: number
  /** Which of the servers of this size: everything that is drawn follows from it. */
  seed: number
  /** Whether the bot was killed meanwhile. */
  killed: boolean
  /** Whether the attackers were stopped before they had done all. */
  stopped: boolean
  /** Whether they were stopped at all: whoever is quick enough has done all by then. */
  punished: boolean
  /** Hostile requests that Discord did. */
  landed: number
  attempted: number
  /** What landed later than a bot that needs no time would have let it; null where nobody knows when that is. */
  excess: number | null
  /** In the process: from the bytes of the deciding event to those of the first punishing request. */
  reactionMs: number | null
  /** The same in CPU time. */
  reactionCpuMs: number | null
  /** Facts that were lost, and are so again at the end, by kind. */
  lost: Record<string, number>
  restored: Record<string, number>
  /** What is there more often than before. */
  surplus: string[]
  /** Some of what is not as before. */
  differs: string[]
  restoreMs: { half: number | null; most: number | null; all: number | null }
  /** The least that Discord's limits allow for what was lost, and for when it became known. */
  minimumMs: number
  /** What the bot says itself that it did not put back. */
  admitted: string[]
  innocents: string[]
  requests: number
  tooMany: number
  invalid: number
  cpuSeconds: number
  /** What the bot logged as an error. */
  errors: string[]
  settled: boolean
}
