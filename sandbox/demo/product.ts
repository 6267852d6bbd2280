import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { RunningSandbox } from '../server.ts'

export interface ProductProcess {
  /** Settles when the process is gone, with its exit code; null when a signal ended it. */
  gone: Promise<number | null>
  stop(): Promise<void>
}

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const leash = new URL('leash.ts', import.meta.url).href
const stopLimitMs = 15_000

/** What points the product at a sandbox. It cannot tell the difference. */
function environment(sandbox: RunningSandbox, dashboard: string, port: number, dataDir: string) {
  const [application] = sandbox.context.world.applications.values()
  if (!application) throw new Error('this world has no application')
  application.redirectUris.push(`${dashboard}/api/login/callback`)
  return {
    DISCORD_TOKEN: application.token,
    DISCORD_CLIENT_ID: application.id,
    DISCORD_CLIENT_SECRET: application.clientSecret,
    DISCORD_API_URL: sandbox.api,
    DISCORD_CDN_URL: `${sandbox.url}/cdn`,
    DISCORD_AUTHORIZE_URL: `${sandbox.url}/oauth2/authorize`,
    DISCORD_TOKEN_URL: `${sandbox.api}/v10/oauth2/token`,
    PUBLIC_URL: dashboard,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  }
}

/** Starts the product against a sandbox, as a process of its own; what it says goes to our standard error. */
export function startProduct(
  sandbox: RunningSandbox,
  at: { dashboard: string; port: number; dataDir: string },
): ProductProcess {
  const child = spawn(process.execPath, ['--import', leash, main], {
    env: { ...process.env, ...environment(sandbox, at.dashboard, at.port, at.dataDir) },
    stdio: ['ignore', 2, 2, 'ipc'],
  })
  const gone = once(child, 'exit').then(([code]) => code as number | null)
  return {
    gone,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
      await gone
      clearTimeout(late)
    },
  }
}

/** Waits until the product says that it is connected and its database is writable. */
export async function becomesHealthy(
  dashboard: string,
  product: ProductProcess,
  limitMs: number,
): Promise<'healthy' | 'gone' | 'late'> {
  const deadline = Date.now() + limitMs
  const gone = product.gone.then(() => 'gone' as const)
  while (Date.now() < deadline) {
    const answer = fetch(`${dashboard}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if ((await Promise.race([answer, gone])) === true) return 'healthy'
    if ((await Promise.race([sleep(150), gone])) === 'gone') return 'gone'
  }
  return 'late'
}
