import { createSandbox, type RunningSandbox, type SandboxOptions } from '#sandbox/server.ts'

/**
 * A sandbox that cannot be closed in silence after a bot, a member's client or the sandbox itself did what Discord does
 * not know. A test that provokes this looks at `violations()` and says what it expects; what was seen there may stay.
 */
export async function createWatchedSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  // With GATEWAY_LAG_MS, every test is one whose bot hears of things later than whoever did them.
  const gatewayLagMs = Number(process.env['GATEWAY_LAG_MS'] ?? 0)
  const sandbox = await createSandbox({ ...options, conditions: { gatewayLagMs, ...options.conditions } })
  const seen = new Set<unknown>()
  return {
    ...sandbox,
    violations() {
      const all = sandbox.violations()
      for (const one of all) seen.add(one)
      return all
    },
    async close() {
      await sandbox.close()
      const unseen = sandbox.violations().filter(one => !seen.has(one))
      if (unseen.length > 0) throw new Error(`Not part of Discord's API: ${JSON.stringify(unseen, undefined, 2)}`)
    },
  }
}
