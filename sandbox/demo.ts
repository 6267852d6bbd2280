import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { whenNpmEnds } from './demo/npm.ts'
import { areOutdated, build, everyPage } from './demo/pages.ts'
import { takePort } from './demo/ports.ts'
import { becomesHealthy, startProduct } from './demo/product.ts'
import { protectHome } from './demo/protect.ts'
import { demoPassword } from './rest/login.ts'
import { createSandbox, type RunningSandbox } from './server.ts'

/**
 * `npm run demo`: a sandbox and the product against it. `--json` prints the addresses as one line of JSON when all is
 * ready, and everything else to standard error.
 */
const root = fileURLToPath(new URL('../', import.meta.url)).replace(/\/$/, '')
const asJson = process.argv.includes('--json')
const startLimitMs = 60_000

const say = (line: string) => (asJson ? process.stderr : process.stdout).write(`${line}\n`)

async function buildPages(ending: AbortSignal): Promise<void> {
  for (const pages of everyPage) {
    if (!areOutdated(pages, root)) continue
    say(`Building ${pages.name} ...`)
    await build(pages, root, ending)
  }
}

function greet(sandbox: RunningSandbox, dashboard: string): void {
  const { url, api } = sandbox
  if (asJson) {
    process.stdout.write(`${JSON.stringify({ dashboard, stage: url, api: `${api}/v10` })}\n`)
    return
  }
  const people = [...sandbox.context.world.accounts.values()].filter(({ bot }) => !bot)
  const accounts = people.map(({ login, user }) => `    ${login.padEnd(11)}${user.global_name ?? user.username}`)
  say(
    [
      '',
      `  Dashboard   ${dashboard}`,
      `  Stage       ${url}   a chat page that shows what the bot does`,
      `  API         ${api}/v10`,
      '',
      `  Accounts (the password of each is '${demoPassword}')`,
      ...accounts,
      '',
      '  Ctrl-C stops it.',
    ].join('\n'),
  )
}

/** Reports violations: a demo with any has failed. @returns the exit code */
function judge(sandbox: RunningSandbox): number {
  const violations = sandbox.violations()
  for (const { kind, where, problem } of violations) say(`Not part of Discord's API (${kind}): ${where}: ${problem}`)
  return violations.length > 0 ? 1 : 0
}

/** @returns the exit code */
async function run(ending: AbortSignal): Promise<number> {
  const stopped = once(ending, 'abort').then(() => 'stopped' as const)
  const sandboxPort = await takePort(process.env, 'SANDBOX_PORT', 3100)
  const port = await takePort(process.env, 'PORT', 3000)
  await buildPages(ending)
  const dashboard = `http://localhost:${port}`
  const dataDir = process.env['DATA_DIR'] || `${root}/data/demo`
  mkdirSync(dataDir, { recursive: true })
  // Only on the first run; afterwards the settings belong to the person who tries the demo.
  const isFirst = !existsSync(`${dataDir}/palisade.sqlite`)

  say('Starting the sandbox ...')
  const sandbox = await createSandbox({ port: sandboxPort, host: 'localhost', dashboardUrl: dashboard })
  say('Starting the product ...')
  const product = startProduct(sandbox, { dashboard, port, dataDir })
  try {
    const start = await Promise.race([becomesHealthy(dashboard, product, startLimitMs), stopped])
    if (start === 'late') {
      say(
        `The product was not ready after ${startLimitMs / 1000} seconds. Run it with LOG_LEVEL=info to see what it does.`,
      )
      return 1
    }
    if (start === 'healthy') {
      if (isFirst) await protectHome(sandbox, dashboard)
      greet(sandbox, dashboard)
    }
    const end = await Promise.race([stopped, product.gone])
    if (end === 'stopped') {
      await product.stop()
      return judge(sandbox)
    }
    say(
      `The product stopped by itself (${end === null ? 'ended by a signal' : `exit code ${end}`}). Its last output is above.`,
    )
    return end || 1
  } finally {
    await product.stop()
    await sandbox.close()
  }
}

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())
whenNpmEnds('demo', () => ending.abort())
try {
  process.exit(await run(ending.signal))
} catch (error) {
  if (ending.signal.aborted) process.exit(0)
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
