import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as rest } from 'node:timers/promises'
import { ChannelType } from 'discord-api-types/v10'
import { sendMessage } from '#sandbox/world/messages/send.ts'
import { createVisitor } from '../visitor.ts'
import { hireAdministrator } from './hostile-administrator.ts'
import { openOneServer } from './one-server.ts'
import { say } from './measure.ts'
import { withProcess } from './measured-process.ts'
import type { Row } from './row.ts'

const pingEveryMs = 250
const healthEveryMs = 100
const ownResolutionMs = 5
const answerLimitMs = 120_000
/** The neighbour sends commands more often than Discord lets a bot answer in one channel. */
const limits = { routes: { 'POST /channels/:channel_id/messages': { limit: 100, windowMs: 1000 } } }

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
export async function measureNeighbour(root: string, seconds: number): Promise<Row> {
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
      const measured = new AbortController()
      const isOver = () => measured.signal.aborted
      const administrator = hireAdministrator({
        dashboard: dashboard.href,
        guildId: arena.guildId,
        channelId: arena.channel('general'),
        cookie: owner.cookies(),
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
      const own = monitorEventLoopDelay({ resolution: ownResolutionMs })
      own.enable()
      const [pings, healths] = await Promise.all([
        timesOf(pingEveryMs, until, ping),
        timesOf(healthEveryMs, until, () => fetch(new URL('/healthz', dashboard)).then(answer => answer.text())),
      ])
      own.disable()
      measured.abort()
      const [calls] = await Promise.all([administrator.dismiss(), chatter])
      const p99 = (times: readonly number[]) => times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN
      const [pingP99Ms, healthP99Ms] = [p99(pings), p99(healths)]
      const answers = Object.entries(calls).map(([status, count]) => `${count} x ${status}`)
      // It measures from one reset to the next, in ns. Delays close to it are caused by the machine, not by the
      // product.
      const ownDelayP99Ms = own.percentile(99) / 1e6 - ownResolutionMs
      return {
        lines: [
          `worst neighbour, one administrator without pause (${answers.join(', ')}): another server's .ping p99 ${pingP99Ms.toFixed(0)} ms (target <= 100), /healthz p99 ${healthP99Ms.toFixed(0)} ms (target <= 50), ${subject.errors().length} errors (target 0); the measurement itself was late by ${ownDelayP99Ms.toFixed(0)} ms at p99`,
        ],
        figures: { neighbourPingP99Ms: pingP99Ms, neighbourHealthP99Ms: healthP99Ms },
      }
    })
  } finally {
    await arena.close()
  }
}
