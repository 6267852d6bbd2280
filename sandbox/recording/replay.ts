import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningSandbox } from '../server.ts'
import { userToken } from '../tokens.ts'
import { type Act, type Recording, sentBody } from './recording.ts'
import type { Begun } from './act-log.ts'

/** What was different when a recording was played to a fresh bot. Reading is not counted, only what changes something. */
export interface Played {
  /** What the recorded bot did and this one did not. */
  missing: readonly Act[]
  /** What this one did and the recorded one did not. */
  extra: readonly Begun[]
  /** What was answered otherwise: with `status` instead of the act's. */
  different: readonly { act: Act; status: number }[]
}

/** The recorded acts that are still to come, for the sandbox that replays them. */
export interface Replay {
  recording: Recording
  /** The recorded act that this one is: the first alike that has not been. */
  recorded(begun: Begun): Act | undefined
  /** What a recorded act was answered with this time. */
  answered(recorded: Act, status: number): void
  byItself: Recording['byItself']
  /** Recorded acts of the bot, up to this one, that have not been. */
  awaited(before: Act | undefined): readonly Act[]
  /** What the bot did that is not in the recording. */
  extra: Begun[]
  different: { act: Act; status: number }[]
  /** Moves the world's clock by ms; what falls due runs. */
  advance(ms: number): void
}

const changes = ({ method }: Begun) => method !== 'GET'
const key = ({ by, via, userId, method, path }: Begun) => JSON.stringify([by, via, userId, method, path])

/** @throws Error for a recording that is not whole */
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

/** How the sandbox is asked for what people and the control API did. */
async function perform(sandbox: RunningSandbox, act: Act): Promise<number | undefined> {
  const { world } = sandbox.context
  if (act.via === 'gateway') {
    sandbox.gateway.request(
      act.userId ?? '',
      Number(act.method),
      JSON.parse(sentBody(act.body).toString()) as Record<string, unknown>,
    )
    return undefined
  }
  const bot = [...world.applications.values()].find(({ botUserId }) => botUserId === act.userId)
  const authorization = bot ? `Bot ${bot.token}` : act.userId && userToken(world.seed, act.userId)
  const response = await fetch(`${sandbox.url}${act.via === 'rest' ? '/api/v10' : '/sandbox'}${act.path}`, {
    method: act.method,
    headers: {
      ...(authorization && { authorization }),
      ...(act.contentType && { 'content-type': act.contentType }),
      ...(act.reason && { 'x-audit-log-reason': act.reason }),
      ...(bot && { 'user-agent': 'DiscordBot (replay, 1)' }),
    },
    ...(act.body !== undefined && { body: sentBody(act.body) }),
  })
  await response.arrayBuffer()
  return response.status
}

/**
 * Does everything that people, other bots and the control API did in the recording that this sandbox was started with,
 * one after the other and on the world's clock, while a fresh bot is connected. Before each, it waits for what the
 * recorded bot had done by then.
 * @param patienceMs how long it waits for something that this bot may never do
 */
export async function play(sandbox: RunningSandbox, { patienceMs = 60_000 } = {}): Promise<Played> {
  const { replay } = sandbox
  if (!replay) throw new Error('This sandbox was not started with a recording.')
  const { recording } = replay
  const missing = new Set<Act>()
  async function settle(before: Act | undefined): Promise<void> {
    const open = () => replay?.awaited(before).filter(act => !missing.has(act)) ?? []
    for (const until = Date.now() + patienceMs; open().length > 0 && Date.now() < until; ) await sleep(5)
    for (const act of open()) missing.add(act)
  }
  for (const act of recording.acts) {
    if (act.by === 'bot') continue
    await settle(act)
    const early = recording.startedAt + act.at - sandbox.context.now()
    if (early > 0) replay.advance(early)
    const status = await perform(sandbox, act)
    if (status !== undefined) replay.answered(act, status)
  }
  await settle(undefined)
  const late = new Set(replay.awaited(undefined))
  return { missing: [...missing].filter(act => late.has(act)), extra: replay.extra, different: replay.different }
}
