import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as rest } from 'node:timers/promises'
import { REST, type RouteLike } from 'discord.js'
import { inLane } from '#kernel/discord/lanes.ts'
import { sendInLanes } from '#kernel/discord/send-in-lanes.ts'
import type { Row } from './row.ts'

const crowd = 5000
const everyMs = 100
const settleMs = 2000

/**
 * Undici reports when the first byte of a request is written. Source:
 * https://undici.nodejs.org/#/docs/api/DiagnosticsChannel
 */
interface SentHeaders {
  request: { path: string }
}

const idOf = (at: number) => String(100_000_000_000_000_000n + BigInt(at))

/** Measures how long bans wait among 5,000 bulk requests to different buckets. */
export async function measureLanes(requests: number): Promise<Row> {
  const server = createServer((_request, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // A server listening on a port has an address of this type.
  const { port } = server.address() as AddressInfo
  const client = new REST({ api: `http://127.0.0.1:${port}`, retries: 0 }).setToken('bench')
  sendInLanes(client)
  const begun = new Map<string, number>()
  const times: number[] = []
  let bulk = 0
  const sent = (message: unknown) => {
    const { path } = (message as SentHeaders).request
    const at = begun.get(path)
    if (at === undefined) bulk += 1
    else times.push(performance.now() - at)
  }
  subscribe('undici:client:sendHeaders', sent)
  try {
    const stopped = new AbortController()
    const { signal } = stopped
    for (let at = 0; at < crowd; at++)
      void inLane('bulk', () => client.get(`/channels/${idOf(at)}`, { signal }).catch(() => undefined))
    // Until connections are established.
    await rest(settleMs)
    bulk = 0
    const since = performance.now()
    for (let at = 0; at < requests; at++) {
      const route: RouteLike = `/guilds/${idOf(at)}/bans/${idOf(at)}`
      begun.set(`/v10${route}`, performance.now())
      await inLane('punish', () => client.put(route))
      await rest(everyMs)
    }
    const seconds = (performance.now() - since) / 1000
    stopped.abort()
    times.sort((a, b) => a - b)
    const quantile = (part: number) => times[Math.ceil(times.length * part) - 1] ?? Number.NaN
    const [p50Ms, p99Ms] = [quantile(0.5), quantile(0.99)]
    return {
      lines: [
        `lanes, 5,000 requests in bulk waiting: first byte of a pressing one p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms (target <= 5), bulk goes on with ${(bulk / seconds).toFixed(0)}/s`,
      ],
      figures: { lanesP99Ms: p99Ms },
    }
  } finally {
    unsubscribe('undici:client:sendHeaders', sent)
    server.closeAllConnections()
    server.close()
  }
}
