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
  /** Handles an act: what it takes of ids and chance, until its first pause, belongs to it. */
  during<T>(begun: Begun, handle: () => T): { act: Act; result: T }
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

interface Sources {
  world: World
  conditions: Conditions
  now(): number
  nextId(): string
  random: Random
  /** In a replay: the act of the recording that this one is, whose ids and chance it takes. */
  recorded?: ((begun: Begun) => Act | undefined) | undefined
}

/** The tape of one sandbox. */
export function createTape({ world, conditions, now, nextId, random, recorded }: Sources): Tape {
  let current: Act | undefined
  let source: { ids: string[]; chances: number[] } | undefined
  let recording: Recording | undefined
  let size = 0

  function keep(length: number): boolean {
    size += length
    if (recording && size > mostKept) recording.complete = false
    return recording?.complete === true
  }

  return {
    nextId() {
      const id = source?.ids.shift() ?? nextId()
      current?.ids.push(id)
      return id
    },
    random(stream) {
      const chance = source?.chances.shift() ?? random(stream)
      current?.chances.push(chance)
      return chance
    },
    during(begun, handle) {
      const act: Act = { at: now() - (recording?.startedAt ?? 0), ...begun, ids: [], chances: [] }
      const known = recorded?.(begun)
      const outer = { current, source }
      current = act
      source = known && { ids: [...known.ids], chances: [...known.chances] }
      const length = act.path.length + (typeof act.body === 'string' ? act.body.length : (act.body?.base64.length ?? 0))
      if (recording && keep(length + 200)) recording.acts.push(act)
      try {
        return { act, result: handle() }
      } finally {
        ;({ current, source } = outer)
      }
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
        acts: [],
        events: [],
      }
    },
    stop() {
      recording = undefined
    },
  }
}
