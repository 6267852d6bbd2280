import { setTimeout as rest } from 'node:timers/promises'
import { ChannelType } from 'discord-api-types/v10'
import { addAccount, addMember } from '#sandbox/world/seed/draft.ts'
import { say } from '../measure.ts'
import { type Arena, openArena, type Sent } from './arena.ts'
import { startIdleTimer } from './idle-timer.ts'
import { createMessages } from './poured-messages.ts'
import { quantile } from './quantile.ts'
import { stepBack } from './step-back.ts'
import type { Subject } from './subjects.ts'

/** How quickly attackers are answered, one after the other. Times are ms. */
export interface Reactions {
  what: string
  count: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** In CPU time of the thread: what other processes take does not count. */
  cpuP50Ms: number
  cpuP99Ms: number
  /** What of it the thread did not run, though it had work: others had the processor. */
  keptWaitingP99Ms: number
  /** How late timers were meanwhile in a process that did nothing. */
  idleTimerP99Ms: number
  /** Messages that passed in a second meanwhile. */
  messagesPerSecond: number
  /** How many were to pass, if it takes them. */
  wantedPerSecond: number
  /** The processors' share that the bot took all the while: about 1 where it is what holds messages up. */
  cpuShare: number
}

/** Zero tolerance, so that one deleted channel is one reaction. */
const warm = { limits: { anti_channel: { minute: 1, hour: 1 } } }
const answerLimitMs = 20_000
/** How long they wait before they delete another one. */
const againMs = 3000
/** In one server: it has channels for so many. */
const mostAttackers = 100
/** Between two attackers: so many more in a second than Discord takes requests would wait for that limit. */
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

/** Where people talk, the oldest first: `flood` talks in the first channels of a server. */
function textsFirst({ sandbox, state }: Arena): string[] {
  const isText = (id: string) => sandbox.context.world.channels.get(id)?.channel.type === ChannelType.GuildText
  const texts = [...state.channelIds].filter(isText)
  state.channelIds = new Set([...texts, ...state.channelIds])
  return texts
}

/** Each deletes one channel after the other until they are gone; then the next one begins. */
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

/** What one server brings. */
interface Round {
  answers: Sent[]
  late: readonly number[]
  /** Messages that passed. */
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
  let comeBack = () => {}
  try {
    // Nothing is put back: channels are there for the next one all the same, and each request is a reaction.
    await subject.arm(arena, { auto_recovery: false, ...warm })
    comeBack = stepBack()
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
    comeBack()
    ending.abort()
    idle.kill()
    await running.kill()
    await arena.close()
  }
}

/** @param perSecond messages that are to pass all the while: as many of them do as it takes */
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
