import { Client, Events, type GatewayIntentBits } from 'discord.js'
import { onTestFinished } from 'vitest'
import type { RunningSandbox, SandboxOptions } from '#sandbox/server.ts'
import { createWatchedSandbox } from './watched-sandbox.ts'
import { applicationOf } from '#sandbox/demo/environment.ts'
import { unhurried } from './unhurried.ts'

/** A sandbox of the test's own, gone when the test is. */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const sandbox = await createWatchedSandbox({ ...options, conditions: { ...unhurried, ...options.conditions } })
  onTestFinished(() => sandbox.close())
  return sandbox
}

/** A client that identifies again at once; the sandbox that {@link startSandbox} starts takes it so. */
const ws = { buildIdentifyThrottler: () => ({ waitForIdentify: async () => {} }) }

/** A bare discord.js client, ready, as the sandbox's application. It leaves when the test ends. */
export async function loginBot(sandbox: RunningSandbox, intents: GatewayIntentBits[]): Promise<Client<true>> {
  const client = new Client({ intents, rest: { api: sandbox.api }, ws })
  onTestFinished(() => client.destroy())
  const ready = new Promise<Client<true>>(resolve => client.once(Events.ClientReady, resolve))
  await client.login(applicationOf(sandbox).token)
  return ready
}
