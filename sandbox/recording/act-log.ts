import type { Conditions } from '../conditions.ts'
import type { Random } from '../snowflake.ts'
import type { World } from '../world/state.ts'
import { type Act, freeze, type Recording } from './recording.ts'

/** The part of an act that is known before it is handled. */
export type Begun = Pick<Act, 'by' | 'via' | 'userId' | 'method' | 'path' | 'contentType' | 'reason' | 'body'>

/** The source of ids and random numbers, which also records every act. */
export interface Tape {
  nextId(): string
  random: Random
  /** Writes an act down, before it is handled. */
  begin(begun: Begun): Act
  /** Handles an act or a part of it: the ids and random numbers drawn before its first `await` belong to the act. */
  within<T>(act: Act, handle: () => T): T
  /** Notes the status with which an act was answered. */
  answered(act: Act, status: number): void
  /** Wraps a task for later, so that it runs as part of the act that scheduled it. */
  later(task: () => void): () => void
  /** Notes an event that was sent to the bot. */
  sent(type: string, json: string): void
  /** Everything so far; undefined while nothing is recorded. */
  recording(): Recording | undefined
  /** Begins a recording and discards one that is under way. */
  record(): void
  stop(): void
}

/** The user id of the bot whose run is recorded: the world's first application. */
export const recordedBot = ({ applications }: World): string | undefined => [...applications.values()][0]?.botUserId

/** The most that is kept of one run (characters). */
const mostKept = 64_000_000

type Draws = Pick<Act, 'ids' | 'chances'>

interface Sources {
  world: World
  conditions: Conditions
  now(): number
  nextId(): string
  random: Random
  /** In a replay: the recorded run. */
  replayed?:
    | {
        /** The recorded act that corresponds to this one and provides its ids and random numbers. */
        recorded(begun: Begun): Act | undefined
        answered(recorded: Act, status: number): void
        /** The recorded ids and random numbers that no act drew. */
        byItself: Draws
      }
    | undefined
}

const copied = ({ ids, chances }: Draws): Draws => ({ ids: [...ids], chances: [...chances] })

/** The tape of one sandbox. */
export function createTape({ world, conditions, now, nextId, random, replayed }: Sources): Tape {
  /**
   * For each act, the recorded act that corresponds to it, and the recorded ids and random numbers that are left for
   * it.
   */
  const known = new WeakMap<Act, { recorded: Act; left: Draws }>()
  const leftByItself = replayed && copied(replayed.byItself)
  let current: Act | undefined
  let recording: Recording | undefined
  let size = 0

  function keep(length: number): boolean {
    size += length
    if (recording && size > mostKept) recording.complete = false
    return recording?.complete === true
  }

  const left = () => (current ? known.get(current)?.left : leftByItself)
  const taken = () => current ?? recording?.byItself

  function within<T>(act: Act, handle: () => T): T {
    const outer = current
    current = act
    try {
      return handle()
    } finally {
      current = outer
    }
  }

  return {
    nextId() {
      const id = left()?.ids.shift() ?? nextId()
      taken()?.ids.push(id)
      return id
    },
    random(stream) {
      const chance = left()?.chances.shift() ?? random(stream)
      taken()?.chances.push(chance)
      return chance
    },
    begin(begun) {
      const act: Act = { at: now() - (recording?.startedAt ?? 0), ...begun, ids: [], chances: [] }
      const recorded = replayed?.recorded(begun)
      if (recorded) known.set(act, { recorded, left: copied(recorded) })
      const length = act.path.length + (typeof act.body === 'string' ? act.body.length : (act.body?.base64.length ?? 0))
      if (recording && keep(length + 200)) recording.acts.push(act)
      return act
    },
    within,
    answered(act, status) {
      act.status = status
      const recorded = known.get(act)?.recorded
      if (recorded) replayed?.answered(recorded, status)
    },
    later(task) {
      const act = current
      return act ? () => within(act, task) : task
    },
    sent(type, json) {
      if (recording && keep(json.length + 50))
        recording.events.push({ at: now() - recording.startedAt, type, data: JSON.parse(json) as unknown })
    },
    recording: () => recording,
    record() {
      size = 0
      recording = {
        version: 1,
        startedAt: now(),
        world: freeze(world),
        conditions: structuredClone(conditions),
        complete: true,
        byItself: { ids: [], chances: [] },
        acts: [],
        events: [],
      }
    },
    stop() {
      recording = undefined
    },
  }
}
