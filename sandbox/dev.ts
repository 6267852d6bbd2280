import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { environmentFor } from './demo/environment.ts'
import { whenNpmEnds } from './demo/npm.ts'
import { freePort, takePort } from './demo/ports.ts'
import { createWorld } from './world/create.ts'

/** `npm run dev`: sandbox, product and pages, each restarted when its sources change. Ctrl-C stops them all. */
const root = resolve(import.meta.dirname, '..')
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort())
whenNpmEnds('dev', () => ending.abort())

/**
 * Chooses four ports: the dashboard's and the sandbox's as configured, and the next one of each for the product behind
 * the dashboard's pages and for the stage's pages.
 */
async function takePorts() {
  const dashboard = await takePort(process.env, 'PORT', 3000)
  const sandbox = await takePort(process.env, 'SANDBOX_PORT', 3100)
  const further = async (name: string, port: number) => {
    if ((await freePort(port + 1)) !== undefined) return port + 1
    throw new Error(
      `Port ${port + 1} is taken. Set ${name} to a port other than ${port}: the port after it is needed, too.`,
    )
  }
  return {
    dashboard,
    product: await further('PORT', dashboard),
    sandbox,
    stage: await further('SANDBOX_PORT', sandbox),
  }
}

const ports = await takePorts().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
const at = (port: number) => `http://localhost:${port}`
const dataDir = `${root}/data/dev`
mkdirSync(dataDir, { recursive: true })

// The world is the same at every start, so its secrets are known before the sandbox runs.
const product = environmentFor(
  { url: at(ports.sandbox), api: `${at(ports.sandbox)}/api`, context: { world: createWorld({ kind: 'demo' }) } },
  dataDir,
)
const vite = `${root}/node_modules/vite/bin/vite.js`
/** A watcher that is restarting its program misses the signal; the program then ends with its parent. */
const watch = [
  '--watch',
  '--watch-preserve-output',
  '--import',
  new URL('demo/exit-with-parent.ts', import.meta.url).href,
]
const stopLimitMs = 4000

const children: ChildProcess[] = []
const run = (args: string[], env: Record<string, string>) => {
  children.push(spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' }))
}

/**
 * Waits until an address answers. The product exits when it cannot reach Discord, so the sandbox has to be up first.
 */
async function answers(url: string): Promise<void> {
  while (!ending.signal.aborted) {
    const found = await fetch(url).then(
      () => true,
      () => false,
    )
    if (found) return
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

run([...watch, 'sandbox/serve.ts'], { SANDBOX_PORT: String(ports.sandbox), DASHBOARD_URL: at(ports.dashboard) })
run([vite, '--port', String(ports.dashboard), '--strictPort'], { API_URL: at(ports.product) })
run([vite, 'sandbox/stage', '--port', String(ports.stage), '--strictPort'], {
  SANDBOX_URL: at(ports.sandbox),
})
await answers(`${at(ports.sandbox)}/api/v10/gateway`)
run([...watch, 'src/main.ts'], { ...product, PORT: String(ports.product), PUBLIC_URL: at(ports.dashboard) })
process.stdout.write(`Dashboard ${at(ports.dashboard)}   Stage ${at(ports.stage)}   Ctrl-C stops all.\n`)

const ends = children.map(child => once(child, 'exit'))
await Promise.race([...ends, once(ending.signal, 'abort')])
for (const child of children) child.kill('SIGTERM')
setTimeout(() => children.forEach(child => child.kill('SIGKILL')), stopLimitMs)
await Promise.all(ends)
process.exit(0)
