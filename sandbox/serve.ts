import { createSandbox } from './server.ts'

/** A sandbox on its own, for `npm run dev`: `SANDBOX_PORT`, and `DASHBOARD_URL` for the stage's link. */
const sandbox = await createSandbox({
  port: Number(process.env['SANDBOX_PORT'] ?? 3100),
  host: 'localhost',
  dashboardUrl: process.env['DASHBOARD_URL'],
})
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)))
