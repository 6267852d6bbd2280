import type { z } from 'zod'
import type { Lane } from '../discord/lanes.ts'
import type { Schedulable } from './schedule.ts'

/** Work that runs later or repeatedly and survives restarts. Pass this object to the scheduler. */
export interface Job<S, D extends z.ZodType = z.ZodType> {
  /** The schema of the payload that is passed when scheduling; no payload unless declared. */
  payload?: D
  /** What it is scheduled by, when the files that schedule and run it would otherwise import each other. */
  handle?: Schedulable<D>
  /** The lane of its requests to Discord; 'bulk' unless declared. */
  lane?: Lane
  /**
   * What is left undone when the job is given up, as the words after 'I could not': 'give <@id> the roles of new
   * members'. It is logged and reported in the server. Every job that runs once declares it; 'housekeeping' is for work
   * that nobody waits for.
   */
  promise?: 'housekeeping' | ((payload: z.output<D>) => string)
  /** Runs even when its premium feature rests: it checks by itself what is left to do there. */
  free?: true
  /**
   * It deletes what has been kept for long enough. When, by the clock, far more time has passed than the interval
   * between two runs, or a job that runs once is late, it is postponed once, by that interval or by the delay that it
   * was scheduled with: so a clock that is ahead for a while deletes nothing.
   */
  deletesOld?: true
  /**
   * It finds out by itself what is due. It runs at once when a clock that was ahead while it was scheduled has been
   * corrected: the times that it looks at may come from that clock, too.
   */
  looksAgain?: true
  /** May run twice after a crash: make it safe to repeat. `attempt` starts at 1. */
  run(services: S, payload: z.output<D>, attempt: { attempt: number; guildId: string | null }): unknown
}

/**
 * Returns a handle that a job can be scheduled by before it is declared: `job({ handle: thisOne, run })` says what it
 * does.
 */
export const jobHandle = <D extends z.ZodType = z.ZodUndefined>(payload?: D): Schedulable<D> =>
  payload ? { payload } : {}
