import { environmentFor } from './demo/environment.ts'
import { createSandbox } from './server.ts'
import { createWorld } from './world/create.ts'

/**
 * `npm run sandbox`: a sandbox on its own. `SANDBOX_PORT`, and `DASHBOARD_URL` for the stage's link; `--variables` says
 * what points a bot here. With a number as `SANDBOX_COMMUNITY` it has the server that is made from this number.
 */
const seed = process.env['SANDBOX_COMMUNITY']
const sandbox = await createSandbox({
  port: Number(process.env['SANDBOX_PORT'] ?? 3100),
  host: 'localhost',
  ...(seed && { world: createWorld({ kind: 'community', seed: Number(seed) }) }),
  dashboardUrl: process.env['DASHBOARD_URL'],
})
process.stdout.write(`Sandbox ${sandbox.url}\n`)
if (process.argv.includes('--variables')) {
  const variables = Object.entries(environmentFor(sandbox, '')).filter(([name]) => name.startsWith('DISCORD_'))
  process.stdout.write(`Beside it, npm start needs:\n${variables.map(pair => `export ${pair.join('=')}\n`).join('')}`)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)))
