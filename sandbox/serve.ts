import { environmentFor, registerDashboard } from './demo/environment.ts'
import { whenNpmEnds } from './demo/npm.ts'
import { takePort } from './demo/ports.ts'
import { createSandbox } from './server.ts'
import { createWorld } from './world/create.ts'

/**
 * `npm run sandbox`: a sandbox on its own. `SANDBOX_PORT` sets its port, and `DASHBOARD_URL` the dashboard that the
 * stage links to and that people can sign in at; `--variables` prints the variables that point a bot at it. With a
 * number as `SANDBOX_COMMUNITY`, its server is the generated community with this seed.
 */
function chosenWorld() {
  const seed = process.env['SANDBOX_COMMUNITY']
  if (!seed) return undefined
  if (!/^\d{1,9}$/.test(seed)) throw new Error(`SANDBOX_COMMUNITY must be a whole number. It is '${seed}'.`)
  return createWorld({ kind: 'community', seed: Number(seed) })
}

async function serve(): Promise<void> {
  const dashboardUrl = process.env['DASHBOARD_URL'] || undefined
  const world = chosenWorld()
  const port = await takePort(process.env, 'SANDBOX_PORT', 3100)
  const sandbox = await createSandbox({ port, host: 'localhost', ...(world && { world }), dashboardUrl })
  if (dashboardUrl !== undefined) registerDashboard(sandbox, dashboardUrl)
  process.stdout.write(`Sandbox ${sandbox.url}\n`)
  if (process.argv.includes('--variables')) {
    const variables = Object.entries(environmentFor(sandbox, '')).filter(([name]) => name.startsWith('DISCORD_'))
    process.stdout.write(`Beside it, npm start needs:\n${variables.map(pair => `export ${pair.join('=')}\n`).join('')}`)
  }
  const end = () => void sandbox.close().then(() => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  whenNpmEnds('sandbox', end)
}

try {
  await serve()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
