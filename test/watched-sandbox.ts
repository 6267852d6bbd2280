import { createSandbox, type RunningSandbox, type SandboxOptions } from '#sandbox/server.ts'

/**
 * A sandbox that throws when it is closed after violations: a bot, a member's client or the sandbox itself did
 * something that is not part of Discord's API. A test that provokes violations on purpose reads `violations()` and
 * checks them; those that it has read do not count.
 */
export async function createWatchedSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  // With GATEWAY_LAG_MS set, every test's bot receives events later than the answer to the request behind them.
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
