import type { Conditions } from '../conditions.ts'
import type { Random } from '../snowflake.ts'
import type { World } from '../world/state.ts'
import { type Act, freeze, type Recording } from './recording.ts'

/** What is known of an act before it is handled. */
export type Begun = Pick<Act, 'by' | 'via' | 'userId' | 'method' | 'path' | 'contentType' | 'reason' | 'body'>

/** Where ids and chance come from, and who hears of what is done. */
export interface Tape {
  nextId(): string
  random: Random
  /** Writes an act down, before it is handled. */
  begin(begun: Begun): Act
  /** Handles an act, or a part of it: the ids and chance that it takes, until its first pause, belong to it. */
  within<T>(act: Act, handle: () => T): T
  /** What an act was answered with. */
  answered(act: Act, status: number): void
  /** A task for later, as part of the act that asks for it. */
  later(task: () => void): () => void
  /** An event went to the bot. */
  sent(type: string, json: string): void
  /** Everything so far; undefined while nothing is recorded. */
  recording(): Recording | undefined
  /** Begins a recording, in place of one that is under way. */
  record(): void
  stop(): void
}

/** The user id of the bot whose run is recorded: the world's first application. */
export const recordedBot = ({ applications }: World): string | undefined => [...applications.values()][0]?.botUserId

/** Most that is kept of one run (characters). */
const mostKept = 64_000_000

type Draws = Pick<Act, 'ids' | 'chances'>

interface Sources {
  world: World
  conditions: Conditions
  now(): number
  nextId(): string
  random: Random
  /** In a replay: what the recording has of this. */
  replayed?:
    | {
        /** The act that this one is, whose ids and chance it takes. */
        recorded(begun: Begun): Act | undefined
        answered(recorded: Act, status: number): void
        /** Of what happened by itself. */
        byItself: Draws
      }
    | undefined
}

const copied = ({ ids, chances }: Draws): Draws => ({ ids: [...ids], chances: [...chances] })

/** The tape of one sandbox. */
export function createTape({ world, conditions, now, nextId, random, replayed }: Sources): Tape {
  /** What an act may still take of its recorded one, with that one. */
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
