import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { applicationOf } from '#sandbox/demo/environment.ts'
import type { RunningSandbox } from '#sandbox/server.ts'
import { createVisitor } from '../visitor.ts'

/** The input of the administrators' process. */
export interface Visit {
  dashboard: string
  /** Rounds before the measured ones, until the code is optimized, which happens once in a process's life. */
  warmUp: number
  /** How often each person reads both pages. */
  rounds: number
  people: { cookie: string; guildId: string }[]
}

/** What it found: latency of one request, all of them together, and answers other than 200. */
export interface Visited {
  /** The 99th percentile during the warm-up. */
  firstP99Ms: number
  p50Ms: number
  p99Ms: number
  perSecond: number
  errors: number
}

/**
 * Signs in owners of different guilds, each as in a browser, and lets each load the first page, for which the product
 * has to ask Discord.
 */
async function administrators(sandbox: RunningSandbox, dashboard: URL, count: number): Promise<Visit['people']> {
  const { world } = sandbox.context
  applicationOf(sandbox).redirectUris.push(new URL('/api/login/callback', dashboard).href)
  const people: Visit['people'] = []
  for (const [guildId, { guild }] of [...world.guilds].slice(0, count)) {
    const visitor = createVisitor(sandbox, dashboard)
    const ended = await visitor.signIn(world.accounts.get(guild.owner_id)?.login ?? '')
    const looks = [await visitor.call('GET', `/api/guild/${guildId}/basic`), await visitor.call('GET', '/api/user')]
    if (ended !== '/' || looks.some(({ status }) => status !== 200))
      throw new Error(`an owner could not sign in: ${ended}`)
    people.push({ cookie: visitor.cookies(), guildId })
  }
  return people
}

/**
 * Measures `count` administrators at once, each as fast as they get answers, from another process. The median is
 * therefore their number divided by the requests per second: the row measures what one request costs the product.
 */
export async function visitDashboard(
  sandbox: RunningSandbox,
  dashboard: URL,
  { count, ...times }: { count: number } & Pick<Visit, 'warmUp' | 'rounds'>,
): Promise<Visited> {
  const visit: Visit = { dashboard: dashboard.href, ...times, people: await administrators(sandbox, dashboard, count) }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'administrators.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(visit))
  return JSON.parse(await text(child.stdout)) as Visited
}
