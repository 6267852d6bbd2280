import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { RunningSandbox } from '../server.ts'
import { environmentFor, registerDashboard } from './environment.ts'

interface ProductProcess {
  /** Settles when the process is gone, with its exit code; null when a signal ended it. */
  gone: Promise<number | null>
  stop(): Promise<void>
}

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const exitWithParent = new URL('exit-with-parent.ts', import.meta.url).href
const stopLimitMs = 15_000

function environment(sandbox: RunningSandbox, { dashboard, port, dataDir }: Parameters<typeof startProduct>[1]) {
  registerDashboard(sandbox, dashboard)
  return {
    ...environmentFor(sandbox, dataDir),
    PUBLIC_URL: dashboard,
    PORT: String(port),
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  }
}

/** Starts the product against a sandbox, as a process of its own; its output goes to our standard error. */
export function startProduct(
  sandbox: RunningSandbox,
  at: { dashboard: string; port: number; dataDir: string },
): ProductProcess {
  const child = spawn(process.execPath, ['--import', exitWithParent, main], {
    env: { ...process.env, ...environment(sandbox, at) },
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
