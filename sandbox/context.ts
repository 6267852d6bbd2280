import type { Conditions } from './conditions.ts'
import type { Random } from './snowflake.ts'
import type { Dispatch } from './world/dispatch.ts'
import type { World } from './world/state.ts'

/** What every part of the sandbox receives. Each sandbox has its own; tests run many side by side. */
export interface Sandbox {
  world: World
  conditions: Conditions
  /** Passes an event to the gateway. The state must have changed before it is called. */
  emit(dispatch: Dispatch): void
  /** The time of this world, Unix ms. The control API can move it. */
  now(): number
  /** A fresh snowflake for `now()`, unique in this world. */
  nextId(): string
  /** Seeded random numbers, so that a run can be replayed. */
  random: Random
  /** Runs `task` after a delay on the world's clock; all are dropped when the sandbox closes. */
  later(delayMs: number, task: () => void): void
  /** The base URL of this sandbox, without a trailing slash: 'http://localhost:3100'. */
  origin(): string
}
