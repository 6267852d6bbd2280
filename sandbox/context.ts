import type { Conditions } from './conditions.ts'
import type { Dispatch } from './world/dispatch.ts'
import type { World } from './world/state.ts'

/** What every part of the sandbox is given. One sandbox is one of these; tests run many side by side. */
export interface Sandbox {
  world: World
  conditions: Conditions
  /** Hands an event to whoever listens (the gateway). State is already changed when it is called. */
  emit(dispatch: Dispatch): void
  /** Unix ms of this world. The control API can move it. */
  now(): number
  /** A fresh snowflake for `now()`, unique in this world. */
  nextId(): string
  /** A number in [0, 1), seeded, so that a run can be replayed. */
  random(): number
  /** Runs `task` after a delay of the world; all are dropped when the sandbox closes. */
  later(delayMs: number, task: () => void): void
  /** Where this sandbox answers, without a slash at the end: 'http://localhost:3100'. */
  origin(): string
}
