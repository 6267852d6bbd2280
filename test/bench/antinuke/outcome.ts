import type { ProfileName } from './profiles.ts'

/** The outcome of one attack. Times are ms. */
export interface Outcome {
  subject: string
  scenario: string
  profile: ProfileName
  perSecond: number | null
  channels: number
  /** Which of the servers of this size it was: seeds everything random. */
  seed: number
  /** Whether the bot was killed during the restoration. */
  killed: boolean
  /** Whether the attackers were stopped before they had finished. */
  stopped: boolean
  /** Whether they were punished at all, even after they had finished. */
  punished: boolean
  /** Hostile requests that Discord carried out. */
  landed: number
  attempted: number
  /** Hostile requests that a bot with no reaction time would have prevented; null if that cannot be known. */
  excess: number | null
  /** Inside the process, from the bytes of the deciding event to those of the first punishing request. */
  reactionMs: number | null
  /** The same, in CPU time. */
  reactionCpuMs: number | null
  /** Facts that were lost, and those that are true again at the end, by kind. */
  lost: Record<string, number>
  restored: Record<string, number>
  /** Objects that exist more often than before. */
  surplus: string[]
  /** Some of the facts that differ from before. */
  differs: string[]
  restoreMs: { half: number | null; most: number | null; all: number | null }
  /** The least time that Discord's limits allow, given the damage and when it became known. */
  minimumMs: number
  /** What the bot itself reports as not restored. */
  admitted: string[]
  innocents: string[]
  requests: number
  tooMany: number
  invalid: number
  cpuSeconds: number
  /** Errors that the bot logged. */
  errors: string[]
  settled: boolean
}
