import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { count, isNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Registry } from 'prom-client'
import { codeOf, exitCodes, StartupError, UserError } from '#kit/errors.ts'
import { lastBackupAt } from '../backups/daily.ts'
import type { LaneFigures } from '../discord/client.ts'
import { type Lane, lanes } from '../discord/lanes.ts'
import type { Services } from '../feature.ts'
import { jobs } from '../storage/table.ts'

/**
 * Mounts `GET /metrics` in Prometheus' text format, protected by a token or on a separate port. Only with METRICS on.
 */
export function mountMetrics(app: FastifyInstance, services: Services, laneFigures: LaneFigures): void {
  const { client, db } = services
  const registry = new Registry()
  /** A gauge that is read at every request. */
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('palisade_uptime_seconds', 'Seconds since the process started.', () => Math.round(process.uptime()))
  gauge('palisade_memory_resident_bytes', 'Resident memory.', () => process.memoryUsage().rss)
  gauge('palisade_memory_heap_bytes', 'Used heap.', () => process.memoryUsage().heapUsed)
  gauge('palisade_guilds', 'Guilds the bot is in.', () => client.guilds.cache.size)
  gauge('palisade_gateway_ping_milliseconds', 'Mean heartbeat round trip; -1 before the first.', () => client.ws.ping)
  gauge(
    'palisade_last_backup_timestamp_seconds',
    'When the newest backup was made (Unix time); 0 when there is none.',
    () => (lastBackupAt(services) ?? 0) / 1000,
  )
  gauge(
    'palisade_jobs_waiting',
    'Scheduled jobs.',
    () => db.select({ jobs: count() }).from(jobs).where(isNull(jobs.parked)).get()?.jobs ?? 0,
  )
  const laneGauge = (name: string, help: string, read: (lane: Lane) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['lane'],
      registers: [registry],
      collect() {
        for (const lane of lanes) this.set({ lane }, read(lane))
      },
    })
  laneGauge('palisade_discord_requests_waiting', 'Requests to Discord that wait for their turn.', laneFigures.waiting)
  const laneTotal = (name: string, help: string, read: (lane: Lane) => number) =>
    new Counter({
      name,
      help,
      labelNames: ['lane'],
      registers: [registry],
      collect() {
        this.reset()
        for (const lane of lanes) this.inc({ lane }, read(lane))
      },
    })
  laneTotal('palisade_discord_requests_total', 'Requests to Discord.', lane => laneFigures.left(lane).requests)
  laneTotal(
    'palisade_discord_wait_seconds_total',
    'How long they waited for their turn.',
    lane => laneFigures.left(lane).waitedMs / 1000,
  )
  const answers = new Counter({
    name: 'palisade_http_responses_total',
    help: 'Answered requests.',
    labelNames: ['status'],
    registers: [registry],
  })
  app.addHook('onResponse', async (_request, reply) => {
    answers.inc({ status: `${Math.floor(reply.statusCode / 100)}xx` })
  })
  const { token, port } = services.config.metrics
  const opens = (authorization: string | undefined) => token !== undefined && isSame(tokenOf(authorization), token)
  app.get('/metrics', async (request, reply) => {
    if (!opens(request.headers.authorization)) throw closed()
    reply.type(registry.contentType).header('cache-control', 'no-store')
    return registry.metrics()
  })
  if (port === undefined) {
    if (token === undefined)
      services.log.warn('METRICS is on, but nobody can read them: set METRICS_TOKEN or METRICS_PORT')
    return
  }
  const own = createServer((request, response) => {
    const status =
      request.url !== '/metrics' ? 404 : token === undefined || opens(request.headers.authorization) ? 200 : 401
    response.writeHead(status, { 'cache-control': 'no-store', 'content-type': registry.contentType })
    if (status === 200) void registry.metrics().then(figures => response.end(figures))
    else response.end()
  })
  app.addHook('onReady', () => listenAlone(own, { host: services.config.http.host, port }))
  app.addHook('onClose', async () => {
    own.closeAllConnections()
    own.close()
  })
}

/**
 * The bearer token in an Authorization header; '' when there is none. The scheme's name may be in any case (RFC 9110,
 * section 11.1).
 */
const tokenOf = (authorization = ''): string => /^bearer +(.*)$/i.exec(authorization)?.[1] ?? ''

const closed = () =>
  new UserError('metrics.closed', 'Read metrics with METRICS_TOKEN as the bearer token, or at METRICS_PORT.', 401)

/** Compares two texts in constant time, so that timing reveals nothing. */
const isSame = (given: string, wanted: string): boolean =>
  timingSafeEqual(...([given, wanted].map(text => createHash('sha256').update(text).digest()) as [Buffer, Buffer]))

async function listenAlone(server: Server, at: { host: string; port: number }): Promise<void> {
  try {
    await once(server.listen(at.port, at.host), 'listening')
  } catch (error) {
    throw new StartupError(
      exitCodes.portTaken,
      `Port ${at.port} cannot be used for metrics (${codeOf(error)}). Set METRICS_PORT to another one.`,
    )
  }
}
