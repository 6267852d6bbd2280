import { setTimeout as rest } from 'node:timers/promises'
import { ChannelType } from 'discord-api-types/v10'
import { addAccount, addMember } from '#sandbox/world/seed/draft.ts'
import { say } from '../measure.ts'
import { type Arena, openArena, type Sent } from './arena.ts'
import { startIdleTimer } from './idle-timer.ts'
import { createMessages } from './poured-messages.ts'
import { quantile } from './quantile.ts'
import { lowerPriority } from './lower-priority.ts'
import type { Subject } from './subjects.ts'

/** How quickly the bot reacts to attackers, one after another. Times are ms. */
export interface Reactions {
  what: string
  count: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** CPU time of the bot's thread, so other processes do not count. */
  cpuP50Ms: number
  cpuP99Ms: number
  /** How long the thread was ready to run while others had the processor. */
  keptWaitingP99Ms: number
  /** How late timers fired at the same time in a process that did nothing. */
  idleTimerP99Ms: number
  /** Messages per second that the bot read. */
  messagesPerSecond: number
  /** Messages per second that it was offered. */
  wantedPerSecond: number
  /** Processors that the bot used on average; about 1 if the bot is the bottleneck. */
  cpuShare: number
}

/** Zero tolerance: each deleted channel triggers a reaction. */
const warm = { limits: { anti_channel: { minute: 1, hour: 1 } } }
const answerLimitMs = 20_000
/** How long an attacker waits before deleting another channel. */
const againMs = 3000
/** The most attackers in one server, which has a channel for each. */
const mostAttackers = 100
/** The pause between two attackers; more per second would have to wait for Discord's limit of requests. */
const nextMs = 60

function hire({ sandbox, state }: Arena, count: number): string[] {
  const { world } = sandbox.context
  const admin = [...state.roles.values()].find(({ name }) => name === 'Admin')?.id ?? ''
  return Array.from({ length: count }, (_, place) => {
    const { id } = addAccount(world, {
      login: `rogue${place}`,
      username: `rogue${place}`,
      created: '2022-03-01T00:00:00Z',
    }).user
    addMember(state, id, '2022-03-01T00:00:00Z', [admin])
    return id
  })
}

/** Channels, text channels first and oldest first: the flood talks in the first channels of a server. */
function textsFirst({ sandbox, state }: Arena): string[] {
  const isText = (id: string) => sandbox.context.world.channels.get(id)?.channel.type === ChannelType.GuildText
  const texts = [...state.channelIds].filter(isText)
  state.channelIds = new Set([...texts, ...state.channelIds])
  return texts
}

/** Each attacker deletes one channel after another until they are removed; then the next one begins. */
async function provoke(arena: Arena, userId: string, rooms: string[]): Promise<void> {
  const end = Date.now() + answerLimitMs
  while (arena.state.members.has(userId) && Date.now() < end) {
    const room = rooms.pop()
    if (room !== undefined)
      await fetch(`${arena.sandbox.api}/v10/channels/${room}`, {
        method: 'DELETE',
        headers: { authorization: arena.token(userId) },
      })
    const due = Date.now() + againMs
    while (arena.state.members.has(userId) && Date.now() < due) await rest(5)
  }
}

/** The measurements from one server. */
interface Round {
  answers: Sent[]
  late: readonly number[]
  /** Messages that the bot read. */
  poured: number
  seconds: number
  cpuSeconds: number
}

async function runRound(subject: Subject, attackers: number, perSecond: number, root: string): Promise<Round> {
  const arena = await openArena({ channels: 400, roles: 30, members: 100 }, 11)
  const rogues = hire(arena, attackers)
  const rooms = textsFirst(arena)
  const running = await subject.start(arena, root)
  const idle = startIdleTimer()
  const ending = new AbortController()
  let restorePriority = () => {}
  try {
    // Recovery is off: there are enough channels for every attacker, and each request is then a reaction.
    await subject.arm(arena, { auto_recovery: false, ...warm })
    restorePriority = lowerPriority()
    const cpuBefore = running.cpuSeconds()
    const begun = performance.now()
    const pouring = perSecond > 0 ? arena.link.pour(perSecond, createMessages(arena), ending.signal) : undefined
    for (const userId of rogues) {
      await provoke(arena, userId, rooms)
      await rest(nextMs)
    }
    ending.abort()
    const { sent: poured = 0 } = (await pouring) ?? {}
    const seconds = (performance.now() - begun) / 1000
    const sent = arena.sent()
    return {
      answers: rogues.flatMap(userId => sent.find(({ path }) => path.includes(userId)) ?? []),
      late: await idle.end(),
      poured,
      seconds,
      cpuSeconds: running.cpuSeconds() - cpuBefore,
    }
  } finally {
    restorePriority()
    ending.abort()
    idle.kill()
    await running.kill()
    await arena.close()
  }
}

/** @param perSecond messages per second to offer the bot meanwhile; it gets as many as it reads */
export async function measureReactions(
  { subject, attackers, perSecond }: { subject: Subject; attackers: number; perSecond: number },
  root: string,
): Promise<Reactions> {
  const rounds: Round[] = []
  for (let left = attackers; left > 0; left -= mostAttackers)
    rounds.push(await runRound(subject, Math.min(left, mostAttackers), perSecond, root))
  const answers = rounds.flatMap(one => one.answers).filter(({ receivedAt }) => receivedAt !== undefined)
  if (answers.length < attackers) say(`${attackers - answers.length} of ${attackers} attackers were not answered`)
  const sum = (of: (one: Round) => number) => rounds.reduce((total, one) => total + of(one), 0)
  const times = answers.map(({ receivedAt = 0, sentAt }) => sentAt - receivedAt)
  const cpu = answers.map(({ cpuMs = 0 }) => cpuMs)
  const waits = times.map((time, place) => time - (cpu[place] ?? 0))
  const measured = {
    what: perSecond > 0 ? 'while messages pass' : 'in a quiet server',
    count: times.length,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    maxMs: Math.max(...times),
    cpuP50Ms: quantile(cpu, 0.5),
    cpuP99Ms: quantile(cpu, 0.99),
    keptWaitingP99Ms: quantile(waits, 0.99),
    idleTimerP99Ms: quantile(
      rounds.flatMap(({ late }) => late),
      0.99,
    ),
    messagesPerSecond: sum(one => one.poured) / sum(one => one.seconds),
    wantedPerSecond: perSecond,
    cpuShare: sum(one => one.cpuSeconds) / sum(one => one.seconds),
  }
  say(`reactions ${measured.what}: ${JSON.stringify(measured)}`)
  return measured
}
