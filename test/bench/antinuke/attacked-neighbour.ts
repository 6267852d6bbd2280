import { setTimeout as rest } from 'node:timers/promises'
import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10'
import { addChannel, addGuild, addMember, addRole, bits } from '#sandbox/world/seed/draft.ts'
import { sendMessage } from '#sandbox/world/messages/send.ts'
import { say } from '../measure.ts'
import { type Arena, openArena } from './arena.ts'
import { quantile } from './quantile.ts'
import { sendAttackers } from './run-attack.ts'
import { attacks } from './scenarios.ts'
import type { Subject } from './subjects.ts'

/** How quickly a quiet server gets answers while another one is attacked and restored. Times are ms. */
export interface Neighbour {
  channels: number
  count: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** Whether the attacked server was restored in that time. */
  settled: boolean
}

const made = '2023-02-01T00:00:00Z'
const pingEveryMs = 100
const answerLimitMs = 60_000
const limitMs = 240_000
/** The member types faster than Discord lets a bot answer in a single channel. */
const answers = { 'POST /channels/:channel_id/messages': { limit: 100, windowMs: 1000 } }

/** A second server with the bot, which is quiet. */
function addQuietServer({ sandbox, botId, userId }: Arena) {
  const { world } = sandbox.context
  const owner = userId('member0')
  const state = addGuild(world, { name: 'Next door', created: made, ownerId: owner })
  const role = addRole(state, made, {
    name: 'Palisade',
    position: 1,
    managed: true,
    permissions: bits(PermissionFlagsBits.Administrator),
    tags: { bot_id: botId },
  })
  addMember(state, botId, made, [role.id])
  const { id: channelId } = addChannel(world, state, made, { type: ChannelType.GuildText, name: 'general' })
  return { owner, channelId }
}

/** A member of another server types `.ping` from the first hit of an attack until everything is restored. */
export async function measureAttackedNeighbour(subject: Subject, channels: number, root: string): Promise<Neighbour> {
  const scenario = attacks.find(({ id }) => id === 'A1')
  if (!scenario) throw new Error('the attacks have changed')
  const arena = await openArena({ channels, roles: channels / 2, members: 200 }, 7)
  const { context } = arena.sandbox
  context.conditions.rateLimits.routes = answers
  const { owner, channelId } = addQuietServer(arena)
  const running = await subject.start(arena, root)
  const messages = () => [...(context.world.channels.get(channelId)?.messages.values() ?? [])]
  const ping = async () => {
    const begun = performance.now()
    const { id } = sendMessage(context, owner, channelId, { content: '.ping' })
    const isAnswered = () => messages().some(one => one.author.id === arena.botId && BigInt(one.id) > BigInt(id))
    while (!isAnswered() && performance.now() - begun < answerLimitMs) await rest(1)
    return performance.now() - begun
  }
  try {
    await subject.arm(arena)
    for (let warm = 0; warm < 5; warm += 1) await ping()
    const hits = scenario.hits(arena, channels)
    const begun = performance.now()
    let over = false
    const attack = sendAttackers(arena.sandbox.api, hits, null).finally(() => (over = true))
    const times: number[] = []
    let settled = false
    while (!settled && performance.now() - begun < limitMs) {
      times.push(await ping())
      await rest(pingEveryMs)
      settled = over && arena.query('SELECT 1 FROM antinuke_recoveries').length > 0 && subject.isDone(arena)
    }
    await attack
    const measured = {
      channels,
      count: times.length,
      p50Ms: quantile(times, 0.5),
      p99Ms: quantile(times, 0.99),
      maxMs: Math.max(...times),
      settled,
    }
    say(`another server's .ping during an attack and its recovery: ${JSON.stringify(measured)}`)
    return measured
  } finally {
    await running.kill()
    await arena.close()
  }
}
