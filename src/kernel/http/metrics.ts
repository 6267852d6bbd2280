import { count, isNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { lastBackupAt } from '../backups/daily.ts'
import type { Services } from '../feature.ts'
import { jobs } from '../storage/table.ts'

interface Metric {
  name: string
  kind: 'gauge' | 'counter'
  help: string
  values: readonly { labels?: Record<string, string>; value: number }[]
}

/** Prometheus' text format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function exposition(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, kind, help, values }) => {
      const lines = values.map(({ labels = {}, value }) => {
        const pairs = Object.entries(labels).map(([key, text]) => `${key}=${JSON.stringify(text)}`)
        return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
      })
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...lines, ''].join('\n')
    })
    .join('')
}

const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  kind: 'gauge',
  help,
  values: [{ value }],
})

/** `GET /metrics`, only with METRICS on. */
export function mountMetrics(app: FastifyInstance, services: Services): void {
  const { client, db } = services
  const answers = new Map<string, number>()
  app.addHook('onResponse', async (_request, reply) => {
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    answers.set(status, (answers.get(status) ?? 0) + 1)
  })
  app.get('/metrics', (_request, reply) => {
    const waiting = db.select({ jobs: count() }).from(jobs).where(isNull(jobs.parked)).get()?.jobs ?? 0
    const memory = process.memoryUsage()
    reply.type('text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store')
    return exposition([
      gauge('palisade_uptime_seconds', 'Seconds since the process started.', Math.round(process.uptime())),
      gauge('palisade_memory_resident_bytes', 'Resident memory.', memory.rss),
      gauge('palisade_memory_heap_bytes', 'Used heap.', memory.heapUsed),
      gauge('palisade_guilds', 'Guilds the bot is in.', client.guilds.cache.size),
      gauge('palisade_gateway_ping_milliseconds', 'Mean heartbeat round trip; -1 before the first.', client.ws.ping),
      gauge(
        'palisade_last_backup_timestamp_seconds',
        'When the newest backup was made (Unix time); 0 when there is none.',
        (lastBackupAt(services) ?? 0) / 1000,
      ),
      gauge('palisade_jobs_waiting', 'Scheduled jobs.', waiting),
      {
        name: 'palisade_http_responses_total',
        kind: 'counter',
        help: 'Answered requests.',
        values: [...answers].map(([status, value]) => ({ labels: { status }, value })),
      },
    ])
  })
}
