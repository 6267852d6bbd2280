import type { z } from 'zod'
import type { Lane } from '../discord/lanes.ts'
import type { Schedulable } from './schedule.ts'

/** Work that is done later, or repeatedly, and survives restarts. The scheduler is given the object. */
export interface Job<S, D extends z.ZodType = z.ZodType> {
  /** The payload given when scheduling; none unless declared. */
  payload?: D
  /** What it is scheduled by, where scheduling and running stand in two files that need each other. */
  handle?: Schedulable<D>
  /** The lane of its requests to Discord; bulk unless declared. */
  lane?: Lane
  /**
   * What is not done when it is given up, after 'I could not': 'give <@id> the roles of new members'. It is logged and told
   * in the server. Every job that runs once declares it; 'housekeeping' is what nobody waits for.
   */
  promise?: 'housekeeping' | ((payload: z.output<D>) => string)
  /** Also where its premium feature rests: it looks for itself what is left to do there. */
  free?: true
  /**
   * It deletes what has been kept for long enough. Where the clock says that far more time has passed than between two
   * runs, or that one which runs once is late, it is put off by as much as it was to wait: a clock that is ahead for a
   * while deletes nothing.
   */
  deletesOld?: true
  /**
   * It finds out by itself what is due. It runs at once where a clock that was ahead when it was scheduled has been set
   * right: what it looks at may have begun by that clock, too.
   */
  looksAgain?: true
  /** May run twice after a crash: make it safe to repeat. `attempt` starts at 1. */
  run(services: S, payload: z.output<D>, attempt: { attempt: number; guildId: string | null }): unknown
}

/** What a job is scheduled by before it is declared: `job({ handle: thisOne, run })` says what it does. */
export const jobHandle = <D extends z.ZodType = z.ZodUndefined>(payload?: D): Schedulable<D> =>
  payload ? { payload } : {}
