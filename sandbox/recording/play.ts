import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningSandbox } from '../server.ts'
import { userToken } from '../tokens.ts'
import type { Begun } from './act-log.ts'
import { type Act, sentBody } from './recording.ts'

/** The differences between a recording and its replay with a fresh bot. Only requests that change something count. */
export interface Played {
  /** What the recorded bot did and this one did not do. */
  missing: readonly Act[]
  /** What this one did and the recorded one did not. */
  extra: readonly Begun[]
  /** Requests that were answered differently: with `status` instead of the recorded act's status. */
  different: readonly { act: Act; status: number }[]
}

/** Repeats a recorded act of a person, another bot or the control API in the sandbox. */
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
 * @param patienceMs how long to wait for an act that this bot may never do
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
