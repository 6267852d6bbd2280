import { setTimeout as rest } from 'node:timers/promises'
import { ChannelType } from 'discord-api-types/v10'
import { sendMessage } from '#sandbox/world/messages/send.ts'
import { createVisitor, type Visitor } from '../visitor.ts'
import { openOneServer } from './one-server.ts'
import { say } from './measure.ts'
import { withProcess } from './measured-process.ts'

const pingEveryMs = 250
const healthEveryMs = 100
const answerLimitMs = 120_000
/** The neighbour asks more often than Discord lets a bot answer in one channel. */
const limits = { routes: { 'POST /channels/:channel_id/messages': { limit: 100, windowMs: 1000 } } }

/** What one server's administrator makes another server wait for (ms). */
export interface Neighbour {
  pings: number
  pingP99Ms: number
  healthP99Ms: number
  /** Calls of the administrator, by status. */
  calls: Record<number, number>
  errors: number
}

const hostilePatterns = Array.from({ length: 30 }, (_, at) => ({ pattern: `[a-z]{1,${900 - at}}9`, kind: 'regex' }))
let unit = 0x4e00
const distinctWords = Array.from({ length: 140 }, () => ({
  pattern: Array.from({ length: 130 }, () => String.fromCharCode(unit++)).join(''),
  kind: 'word',
}))
const words = [...hostilePatterns, ...distinctWords]
const levels = (seed: number) =>
  [
    'user_id,level,xp',
    ...Array.from({ length: 36_000 }, (_, at) => `${100_000_000_000_000_000 + seed + at * 32},${at % 90},7`),
  ].join('\n')

/** Everything that costs something, without pause: each line is asked again as soon as it is answered. */
const worst: ((turn: number) => [method: string, path: string, body?: unknown])[] = [
  turn => [
    'POST',
    '/basic',
    { automodUpdate: true, enabled: 'on', words: turn % 2 === 0 ? words : words.toReversed() },
  ],
  turn => ['POST', '/automod/test', { text: `${'a'.repeat(3990)}${turn}`, times: 30, settings: { words } }],
  turn => ['POST', '/automod/replay', { channelId: '', settings: { words: words.slice(turn % 50) } }],
  turn => ['POST', '/progression/import', { text: levels(turn), mode: 'set', dry_run: turn % 3 !== 0 }],
  () => ['GET', '/progression/export'],
  () => ['GET', '/export'],
  () => ['POST', '/greeting/preview', { type: 'welcome' }],
  turn => [
    'GET',
    ['/history', '/stats', '/invites/codes', '/automod/native', '/doctor', '/progression/leaderboard'][turn % 6] ?? '',
  ],
]

async function timesOf(
  every: number,
  until: () => boolean,
  once: (turn: number) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; !until(); turn++) {
    const begun = performance.now()
    await once(turn)
    times.push(performance.now() - begun)
    await rest(Math.max(0, begun + every - performance.now()))
  }
  return times.toSorted((a, b) => a - b)
}

/** The administrator of one server does the worst of everything while somebody in another one types `.ping`. */
export async function measureNeighbour(root: string, seconds: number): Promise<Neighbour> {
  const arena = await openOneServer(root, limits)
  const { sandbox, palisade } = arena
  const { world } = sandbox.context
  try {
    return await withProcess(palisade, async subject => {
      const [quietId, quiet] =
        [...world.guilds].find(([id, { members }]) => id !== arena.guildId && members.has(arena.botId)) ?? []
      if (!quietId || !quiet) throw new Error('the demo world has one server with the bot')
      const channelId =
        [...quiet.channelIds].find(id => world.channels.get(id)?.channel.type === ChannelType.GuildText) ?? ''
      const dashboard = new URL(palisade.env['PUBLIC_URL'] ?? '')
      const owner = createVisitor(sandbox, dashboard)
      await owner.signIn('owner')
      await arena.configure([
        [
          'POST',
          '/greeting',
          { welcomeUpdate: true, welcome_channel: 'arrivals', welcome_content: 'Hello', welcome_card: 'on' },
        ],
      ])
      const calls: Neighbour['calls'] = {}
      const measured = new AbortController()
      const isOver = () => measured.signal.aborted
      const ask = async (visitor: Visitor, [method, path, body]: ReturnType<(typeof worst)[number]>) => {
        const filled = path === '/automod/replay' ? { ...(body as object), channelId: arena.channel('general') } : body
        const { status } = await visitor.call(method, `/api/guild/${arena.guildId}${path}`, filled)
        calls[status] = (calls[status] ?? 0) + 1
        // Who may not write for a while goes on as soon as they may.
        if (status === 429) await rest(200)
      }
      const administer = worst.map(async call => {
        for (let turn = 0; !isOver(); turn++) await ask(owner, call(turn))
      })
      const chatter = timesOf(200, isOver, async turn => {
        sendMessage(sandbox.context, quiet.guild.owner_id, arena.channel('general'), {
          content: `${'a'.repeat(1900)}${turn}`,
        })
      }).catch((error: unknown) => say(`no chatter: ${String(error)}`))
      const end = performance.now() + seconds * 1000
      const until = () => performance.now() > end
      const messages = () => world.channels.get(channelId)?.messages
      const ping = async () => {
        const { id } = sendMessage(sandbox.context, quiet.guild.owner_id, channelId, { content: '.ping' })
        const limit = performance.now() + answerLimitMs
        const answered = () =>
          [...(messages()?.values() ?? [])].some(one => one.author.id === arena.botId && BigInt(one.id) > BigInt(id))
        while (!answered() && performance.now() < limit) await rest(2)
      }
      const [pings, healths] = await Promise.all([
        timesOf(pingEveryMs, until, ping),
        timesOf(healthEveryMs, until, () => fetch(new URL('/healthz', dashboard)).then(answer => answer.text())),
      ])
      measured.abort()
      await Promise.all([...administer, chatter])
      const p99 = (times: readonly number[]) => times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN
      return {
        pings: pings.length,
        pingP99Ms: p99(pings),
        healthP99Ms: p99(healths),
        calls,
        errors: subject.errors().length,
      }
    })
  } finally {
    await arena.close()
  }
}
