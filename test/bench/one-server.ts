import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { defaultConditions, type Conditions } from '#sandbox/conditions.ts'
import { applicationOf, environmentFor } from '#sandbox/demo/environment.ts'
import { freePort } from '#sandbox/demo/ports.ts'
import type { RequestRecord } from '#sandbox/rest/request-log.ts'
import { createSandbox, type RunningSandbox } from '#sandbox/server.ts'
import type { GuildState } from '#sandbox/world/state.ts'
import { createVisitor } from '../visitor.ts'
import { type Program, imageCommand, imageEnvironment } from './measured-process.ts'

const watchMs = 20

/** The demo's server with the product running on it, for measuring one incident. */
export interface OneServer {
  sandbox: RunningSandbox
  palisade: Program
  guildId: string
  botId: string
  guild: GuildState
  channel(name: string): string
  /** Every request of the bot since the arena was opened. */
  requests(): readonly RequestRecord[]
  /** Posts forms as the owner's browser does; the product must be running. */
  configure(forms: readonly [method: string, address: string, body: Record<string, unknown>][]): Promise<void>
  query<T>(sql: string, ...values: unknown[]): T[]
  close(): Promise<void>
}

/** @param limits rate limits to use where Discord's would stretch the measurement to an hour */
export async function openOneServer(root: string, limits?: Partial<Conditions['rateLimits']>): Promise<OneServer> {
  const sandbox = await createSandbox({ conditions: { rateLimits: { ...defaultConditions.rateLimits, ...limits } } })
  const { world } = sandbox.context
  const dataDir = mkdtempSync(join(tmpdir(), 'palisade-bench-'))
  const dashboard = new URL(`http://127.0.0.1:${await freePort(0)}`)
  const application = applicationOf(sandbox)
  application.redirectUris.push(new URL('/api/login/callback', dashboard).href)
  const [guildId, guild] = [...world.guilds].find(([, state]) => state.guild.name === 'Tidewater Makers') ?? []
  if (!guildId || !guild) throw new Error('the demo world has changed')
  const seen = new Set<RequestRecord>()
  const look = () => {
    for (const request of sandbox.requests()) if (request.caller === 'bot') seen.add(request)
  }
  // The sandbox keeps only the newest requests.
  const watching = setInterval(look, watchMs)

  return {
    sandbox,
    guildId,
    guild,
    botId: application.botUserId,
    palisade: {
      name: 'palisade',
      args: imageCommand(root),
      env: {
        ...imageEnvironment(root),
        ...environmentFor(sandbox, dataDir),
        LOG_LEVEL: 'info',
        PUBLIC_URL: dashboard.href,
        PORT: dashboard.port,
      },
    },
    channel(name) {
      const found = [...guild.channelIds].find(id => world.channels.get(id)?.channel.name === name)
      if (!found) throw new Error(`no channel ${name}`)
      return found
    },
    requests() {
      look()
      return [...seen]
    },
    async configure(forms) {
      const owner = createVisitor(sandbox, dashboard)
      await owner.signIn('owner')
      for (const [method, address, body] of forms) {
        const answer = await owner.call(method, `/api/guild/${guildId}${address}`, body)
        if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
    },
    query<T>(sql: string, ...values: unknown[]): T[] {
      const db = new Database(join(dataDir, 'palisade.sqlite'), { readonly: true })
      try {
        return db.prepare<unknown[], T>(sql).all(...values)
      } finally {
        db.close()
      }
    },
    async close() {
      clearInterval(watching)
      await sandbox.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Polls until there is nothing left. @returns the seconds it took @throws Error after `limitMs` */
export async function drained(what: string, left: () => number, limitMs: number): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const still = left()
    const gone = performance.now() - begun
    if (still === 0) return gone / 1000
    if (gone > limitMs) throw new Error(`${what}: ${still} left after ${limitMs} ms`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
