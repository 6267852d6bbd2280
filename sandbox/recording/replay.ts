import type { Begun } from './act-log.ts'
import type { Act, Recording } from './recording.ts'

/** The recorded acts that are still to come, for the sandbox that replays them. */
export interface Replay {
  recording: Recording
  /** The recorded act that corresponds to this one: the first matching one that has not been used. */
  recorded(begun: Begun): Act | undefined
  /** Notes the status with which a recorded act was answered this time. */
  answered(recorded: Act, status: number): void
  byItself: Recording['byItself']
  /** The bot's recorded acts before this one that have not happened yet; all of them when undefined. */
  awaited(before: Act | undefined): readonly Act[]
  /** Acts of the bot that are not in the recording. */
  extra: Begun[]
  different: { act: Act; status: number }[]
  /** Moves the world's clock forward by `ms` and runs everything that becomes due. */
  advance(ms: number): void
}

const changes = ({ method }: Begun) => method !== 'GET'
const key = ({ by, via, userId, method, path }: Begun) => JSON.stringify([by, via, userId, method, path])

/** @throws Error for an incomplete recording */
export function createReplay(recording: Recording, advance: Replay['advance']): Replay {
  if (!recording.complete) throw new Error('This recording grew too large and is not complete.')
  const open = new Set(recording.acts)
  const extra: Begun[] = []
  const different: Replay['different'] = []
  return {
    recording,
    advance,
    extra,
    different,
    byItself: recording.byItself,
    answered(act, status) {
      if (act.status === undefined || act.status === status || different.some(one => one.act === act)) return
      different.push({ act, status })
    },
    recorded(begun) {
      const wanted = key(begun)
      for (const act of open) {
        if (key(act) !== wanted) continue
        open.delete(act)
        return act
      }
      if (begun.by === 'bot' && changes(begun)) extra.push(begun)
      return undefined
    },
    awaited(before) {
      const awaited: Act[] = []
      for (const act of recording.acts) {
        if (act === before) break
        if (act.by === 'bot' && changes(act) && open.has(act)) awaited.push(act)
      }
      return awaited
    },
  }
}
